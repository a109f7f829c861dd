-- When a game is to be looked at again, at the latest, in Unix milliseconds: its flag falls no earlier, or its record is
-- to be made. Nothing for games that only wait for somebody. And the first byte of the BLAKE3 of its id: its shard.
ALTER TABLE games ADD COLUMN due INTEGER;
ALTER TABLE games ADD COLUMN shard INTEGER;
UPDATE games SET due = 0 WHERE state = 1 OR (state = 0 AND waits = 1);
CREATE INDEX games_due ON games (due) WHERE due IS NOT NULL;
