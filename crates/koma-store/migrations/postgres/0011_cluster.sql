-- When a game is to be looked at again, at the latest, in Unix milliseconds: its flag falls no earlier, or its record is
-- to be made. Nothing for games that only wait for somebody. And the first byte of the BLAKE3 of its id: its shard.
ALTER TABLE games ADD COLUMN due BIGINT;
ALTER TABLE games ADD COLUMN shard BIGINT;
UPDATE games SET due = 0 WHERE state = 1 OR (state = 0 AND waits = 1);
CREATE INDEX games_due ON games (due, shard) WHERE due IS NOT NULL;

-- Servers that share this database. One that was not seen for two seconds is not counted on.
CREATE TABLE nodes (
    id      TEXT COLLATE "C" PRIMARY KEY,
    seen    TIMESTAMPTZ NOT NULL,
    leaving BOOLEAN NOT NULL
);

-- Who owns the games of a shard, and until when. Each owner has an epoch of its own, which fences: a commit holds the row
-- by its key (FOR KEY SHARE), so the next owner, who changes the key, waits for it, and a renewal, which does not, need not.
CREATE TABLE shards (
    id    BIGINT PRIMARY KEY,
    epoch BIGINT NOT NULL,
    owner TEXT COLLATE "C",
    until TIMESTAMPTZ NOT NULL,
    UNIQUE (id, epoch)
) WITH (fillfactor = 50);
INSERT INTO shards (id, epoch, until) SELECT id, 0, now() FROM generate_series(0, 255) AS id;
