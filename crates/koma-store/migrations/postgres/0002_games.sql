-- Live games. `state` is 0 while one goes on, 1 when it is over, 2 when it is a record, too.
CREATE TABLE games (
    id      TEXT COLLATE "C" PRIMARY KEY,
    state   BIGINT NOT NULL,
    created BIGINT NOT NULL
);
CREATE INDEX games_open ON games (created, id) WHERE state < 2;

-- What happened in them, numbered from 1 without gaps. The key fences: two owners of one game
-- cannot both write event n. `data` may be told; `sealed` has hashes of secrets.
CREATE TABLE events (
    game    TEXT COLLATE "C" NOT NULL REFERENCES games (id),
    n       BIGINT NOT NULL,
    at      BIGINT NOT NULL,
    data    TEXT NOT NULL,
    command TEXT,
    sealed  TEXT,
    PRIMARY KEY (game, n)
);
