-- Names of players, events and places, each once. `folded` is what searches compare: lower case,
-- half-width, without blanks.
CREATE TABLE names (
    id     BIGINT PRIMARY KEY,
    name   TEXT COLLATE "C" NOT NULL UNIQUE,
    folded TEXT NOT NULL
);

-- One game each. `digest` is made of game, start, main line, players and date: equal digests are
-- the same game. `date` is yyyymmdd with zeros for what is not known. `winner` is 0 nobody known,
-- 1 sente, 2 gote, 3 a draw.
CREATE TABLE records (
    id          BIGINT PRIMARY KEY,
    digest      BYTEA NOT NULL UNIQUE,
    variant     TEXT NOT NULL,
    rules       BYTEA,
    sente       BIGINT REFERENCES names (id),
    gote        BIGINT REFERENCES names (id),
    event       BIGINT REFERENCES names (id),
    site        BIGINT REFERENCES names (id),
    date        BIGINT NOT NULL,
    date_text   TEXT,
    handicap    TEXT,
    moves       BIGINT NOT NULL,
    winner      BIGINT NOT NULL,
    termination TEXT,
    added       BIGINT NOT NULL,
    source      TEXT
);
CREATE INDEX records_by_sente ON records (sente);
CREATE INDEX records_by_gote ON records (gote);
CREATE INDEX records_by_event ON records (event);
CREATE INDEX records_by_date ON records (date);
CREATE INDEX records_by_variant ON records (variant, date);

-- The record itself, whole: Koma's own JSON, deflated.
CREATE TABLE contents (
    record  BIGINT PRIMARY KEY REFERENCES records (id),
    content BYTEA NOT NULL
);

-- The head of each record, line by line.
CREATE TABLE headers (
    record BIGINT NOT NULL REFERENCES records (id),
    place  BIGINT NOT NULL,
    name   TEXT NOT NULL,
    value  TEXT NOT NULL,
    PRIMARY KEY (record, place)
);

-- Every position of every main line: the move that was played there ('' at the end). Rows of one
-- position lie together, ordered by move, so that counting its moves is one sweep.
CREATE TABLE positions (
    key    BIGINT NOT NULL,
    move   TEXT COLLATE "C" NOT NULL,
    record BIGINT NOT NULL,
    ply    BIGINT NOT NULL,
    winner BIGINT NOT NULL,
    PRIMARY KEY (key, move, record, ply)
);

-- Rules of games that are not in the catalogue as they stand: own variants, changed options.
CREATE TABLE rulesets (
    digest BYTEA PRIMARY KEY,
    yaml   TEXT NOT NULL
);

-- Files that have been imported whole, by the digest of their bytes.
CREATE TABLE imports (
    digest BYTEA PRIMARY KEY,
    name   TEXT NOT NULL,
    games  BIGINT NOT NULL,
    added  BIGINT NOT NULL
);
