-- Every position of every main line, packed: a row for each took most of the file and most of the
-- time of an import. What was there is made anew from the records when the database is opened.
DROP TABLE positions;

-- Sorted runs of visits (a position, the move played there, the game), the newest the smallest.
CREATE TABLE position_runs (
    id     INTEGER PRIMARY KEY,
    visits INTEGER NOT NULL
);

-- Their blocks, some hundred visits each, ordered by the key of the first one. The bytes are those
-- of src/visits.rs.
CREATE TABLE position_blocks (
    run   INTEGER NOT NULL,
    first INTEGER NOT NULL,
    place INTEGER NOT NULL,
    data  BLOB NOT NULL,
    PRIMARY KEY (run, first, place)
);
