-- Games that were played here and whose players did not both say that they are for all: 1.
ALTER TABLE records ADD COLUMN withheld BIGINT NOT NULL DEFAULT 0;
