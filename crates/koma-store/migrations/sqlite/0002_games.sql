-- Live games. `state` is 0 until the game has ended.
CREATE TABLE games (
    id      TEXT PRIMARY KEY,
    setting TEXT NOT NULL,
    state   INTEGER NOT NULL,
    created INTEGER NOT NULL,
    record  INTEGER REFERENCES records (id)
) WITHOUT ROWID;
CREATE INDEX games_by_state ON games (state);

-- What happened in them, numbered from 1 without gaps. The key fences: two owners of one game
-- cannot both write event n.
CREATE TABLE events (
    game TEXT NOT NULL REFERENCES games (id),
    n    INTEGER NOT NULL,
    at   INTEGER NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (game, n)
) WITHOUT ROWID;
