-- Openings, castles and tesuji: the keyword of a shape, the record that has it, whose it is
-- (0 sente, 1 gote, 2 what both did) and after how many moves.
CREATE TABLE shapes (
    shape  TEXT NOT NULL,
    record BIGINT NOT NULL,
    side   BIGINT NOT NULL,
    ply    BIGINT NOT NULL,
    PRIMARY KEY (shape, record, side)
);
CREATE INDEX shapes_by_record ON shapes (record);

-- Whether shapes were looked for. Records stored before are looked at by `koma db shapes`.
ALTER TABLE records ADD COLUMN shaped BIGINT NOT NULL DEFAULT 0;
CREATE INDEX records_without_shapes ON records (id) WHERE shaped = 0;
