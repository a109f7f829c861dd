-- What the engine thought of positions. The key is a digest of the engine, its weights, the rules, the
-- position and how much it looked at; the oldest are forgotten.
CREATE TABLE analysis (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    key    BLOB NOT NULL UNIQUE,
    judged TEXT NOT NULL
);
