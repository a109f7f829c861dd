-- What a name looks like: of two names that look the same only one is taken. Filled in when the
-- database is opened.
ALTER TABLE accounts ADD COLUMN looks TEXT;
CREATE UNIQUE INDEX accounts_by_looks ON accounts (looks);
ALTER TABLE accounts ADD COLUMN banned INTEGER NOT NULL DEFAULT 0;

-- When a session began, for its owner's list.
ALTER TABLE sessions ADD COLUMN begun INTEGER NOT NULL DEFAULT 0;
CREATE INDEX sessions_by_account ON sessions (account);

-- Sessions that were ended: servers look here and close their sockets. Without a hash all sessions
-- of the account.
CREATE TABLE revocations (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    account INTEGER NOT NULL,
    hash    BLOB,
    at      INTEGER NOT NULL
);

-- Wrong passwords: who tried, how often in a row, and until when they have to wait.
CREATE TABLE attempts (
    who      TEXT PRIMARY KEY,
    failures INTEGER NOT NULL,
    until    INTEGER NOT NULL
) WITHOUT ROWID;

-- What was stored on a day, by account or address.
CREATE TABLE usage (
    who    TEXT NOT NULL,
    day    INTEGER NOT NULL,
    what   TEXT NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (who, day, what)
) WITHOUT ROWID;

-- Who sees a record: 0 everybody, 1 who has its link, 2 its owners, 3 nobody: it was deleted.
ALTER TABLE records ADD COLUMN sight INTEGER NOT NULL DEFAULT 0;
-- What is hard to guess: the address of a record that is not in the list.
ALTER TABLE records ADD COLUMN link TEXT;
-- The hash of the key of a guest who stored it.
ALTER TABLE records ADD COLUMN key_hash BLOB;
CREATE UNIQUE INDEX records_by_link ON records (link);
CREATE INDEX records_out_of_sight ON records (id) WHERE sight > 0;

-- Whose a record is: who stored it, or who played (`side` 0 sente, 1 gote).
CREATE TABLE owners (
    account INTEGER NOT NULL,
    record  INTEGER NOT NULL,
    side    INTEGER,
    PRIMARY KEY (account, record)
) WITHOUT ROWID;
CREATE INDEX owners_by_record ON owners (record);

-- Whose a variant is.
ALTER TABLE variants ADD COLUMN account INTEGER;
ALTER TABLE variants ADD COLUMN key_hash BLOB;
CREATE INDEX variants_by_account ON variants (account);

-- Who sat where in live games.
CREATE TABLE seats (
    account INTEGER NOT NULL,
    game    TEXT NOT NULL,
    side    INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (account, game, side)
) WITHOUT ROWID;

-- What a game waits for: 0 somebody to join, 1 a clock, 2 nothing.
ALTER TABLE games ADD COLUMN waits INTEGER NOT NULL DEFAULT 1;

-- When servers lived: clocks ran then, and only then.
CREATE TABLE lives (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    begun INTEGER NOT NULL,
    last  INTEGER NOT NULL
);

-- What an administrator has decided.
CREATE TABLE settings (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

-- Keys of administrators, by their hashes.
CREATE TABLE tokens (
    hash  BLOB PRIMARY KEY,
    name  TEXT NOT NULL,
    added INTEGER NOT NULL
) WITHOUT ROWID;
