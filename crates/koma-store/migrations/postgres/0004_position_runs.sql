-- Every position of every main line, packed: a row for each took most of the file and most of the
-- time of an import. What was there is made anew from the records when the database is opened.
DROP TABLE positions;

-- Sorted runs of visits (a position, the move played there, the game), the newest the smallest.
CREATE TABLE position_runs (
    id     BIGINT PRIMARY KEY,
    visits BIGINT NOT NULL
);

-- Their blocks, some hundred visits each, ordered by the key of the first one. The bytes are those
-- of src/visits.rs.
CREATE TABLE position_blocks (
    run   BIGINT NOT NULL,
    first BIGINT NOT NULL,
    place BIGINT NOT NULL,
    data  BYTEA NOT NULL,
    PRIMARY KEY (run, first, place)
);
-- A block fits on a page as it is, and does not get smaller by packing it once more.
ALTER TABLE position_blocks ALTER COLUMN data SET STORAGE PLAIN;
