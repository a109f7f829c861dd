-- Openings, castles and tesuji: the keyword of a shape, the record that has it, whose it is
-- (0 sente, 1 gote, 2 what both did) and after how many moves.
CREATE TABLE shapes (
    shape  TEXT NOT NULL,
    record INTEGER NOT NULL,
    side   INTEGER NOT NULL,
    ply    INTEGER NOT NULL,
    PRIMARY KEY (shape, record, side)
) WITHOUT ROWID;
CREATE INDEX shapes_by_record ON shapes (record);

-- Whether shapes were looked for. Records stored before are looked at by `koma db shapes`.
ALTER TABLE records ADD COLUMN shaped INTEGER NOT NULL DEFAULT 0;
CREATE INDEX records_without_shapes ON records (id) WHERE shaped = 0;
