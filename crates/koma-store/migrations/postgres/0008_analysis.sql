-- What the engine thought of positions. The key is a digest of the engine, its weights, the rules, the
-- position and how much it looked at; the oldest are forgotten.
CREATE TABLE analysis (
    id     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key    BYTEA NOT NULL UNIQUE,
    judged TEXT NOT NULL
);
