-- Live games. `state` is 0 while one goes on, 1 when it is over, 2 when it is a record, too.
CREATE TABLE games (
    id      TEXT PRIMARY KEY,
    state   INTEGER NOT NULL,
    created INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX games_open ON games (created, id) WHERE state < 2;

-- What happened in them, numbered from 1 without gaps. The key fences: two owners of one game
-- cannot both write event n. `data` may be told; `sealed` has hashes of secrets.
CREATE TABLE events (
    game    TEXT NOT NULL REFERENCES games (id),
    n       INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    data    TEXT NOT NULL,
    command TEXT,
    sealed  TEXT,
    PRIMARY KEY (game, n)
) WITHOUT ROWID;
