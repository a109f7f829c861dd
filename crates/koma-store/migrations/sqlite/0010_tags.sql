-- What those who may change a record call it by: tags, which are collections, too.
CREATE TABLE tags (
    tag    TEXT NOT NULL,
    record INTEGER NOT NULL,
    PRIMARY KEY (tag, record)
) WITHOUT ROWID;
CREATE INDEX tags_by_record ON tags (record);
CREATE INDEX records_by_moves ON records (moves, id);
