-- Live games. `state` is 0 until the game has ended.
CREATE TABLE games (
    id      TEXT COLLATE "C" PRIMARY KEY,
    setting TEXT NOT NULL,
    state   BIGINT NOT NULL,
    created BIGINT NOT NULL,
    record  BIGINT REFERENCES records (id)
);
CREATE INDEX games_by_state ON games (state);

-- What happened in them, numbered from 1 without gaps. The key fences: two owners of one game
-- cannot both write event n.
CREATE TABLE events (
    game TEXT COLLATE "C" NOT NULL REFERENCES games (id),
    n    BIGINT NOT NULL,
    at   BIGINT NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (game, n)
);
