-- Names of players, events and places, each once. `folded` is what searches compare: lower case,
-- half-width, without blanks.
CREATE TABLE names (
    id     INTEGER PRIMARY KEY,
    name   TEXT NOT NULL UNIQUE,
    folded TEXT NOT NULL
);

-- One game each. `digest` is made of game, start, main line, players and date: equal digests are
-- the same game. `date` is yyyymmdd with zeros for what is not known. `winner` is 0 nobody known,
-- 1 sente, 2 gote, 3 a draw.
CREATE TABLE records (
    id          INTEGER PRIMARY KEY,
    digest      BLOB NOT NULL UNIQUE,
    variant     TEXT NOT NULL,
    rules       BLOB,
    sente       INTEGER REFERENCES names (id),
    gote        INTEGER REFERENCES names (id),
    event       INTEGER REFERENCES names (id),
    site        INTEGER REFERENCES names (id),
    date        INTEGER NOT NULL,
    date_text   TEXT,
    handicap    TEXT,
    moves       INTEGER NOT NULL,
    winner      INTEGER NOT NULL,
    termination TEXT,
    added       INTEGER NOT NULL,
    source      TEXT
);
CREATE INDEX records_by_sente ON records (sente);
CREATE INDEX records_by_gote ON records (gote);
CREATE INDEX records_by_event ON records (event);
CREATE INDEX records_by_date ON records (date);
CREATE INDEX records_by_variant ON records (variant, date);

-- The record itself, whole: Koma's own JSON, deflated.
CREATE TABLE contents (
    record  INTEGER PRIMARY KEY REFERENCES records (id),
    content BLOB NOT NULL
);

-- The head of each record, line by line.
CREATE TABLE headers (
    record INTEGER NOT NULL REFERENCES records (id),
    place  INTEGER NOT NULL,
    name   TEXT NOT NULL,
    value  TEXT NOT NULL,
    PRIMARY KEY (record, place)
) WITHOUT ROWID;

-- Every position of every main line: the move that was played there ('' at the end). Rows of one
-- position lie together, ordered by move, so that counting its moves is one sweep.
CREATE TABLE positions (
    key    INTEGER NOT NULL,
    move   TEXT NOT NULL,
    record INTEGER NOT NULL,
    ply    INTEGER NOT NULL,
    winner INTEGER NOT NULL,
    PRIMARY KEY (key, move, record, ply)
) WITHOUT ROWID;

-- Rules of games that are not in the catalogue as they stand: own variants, changed options.
CREATE TABLE rulesets (
    digest BLOB PRIMARY KEY,
    yaml   TEXT NOT NULL
) WITHOUT ROWID;

-- Files that have been imported whole, by the digest of their bytes.
CREATE TABLE imports (
    digest BLOB PRIMARY KEY,
    name   TEXT NOT NULL,
    games  INTEGER NOT NULL,
    added  INTEGER NOT NULL
) WITHOUT ROWID;
