-- Variants people made, under ids that cannot be guessed.
CREATE TABLE variants (
    id     TEXT PRIMARY KEY,
    name   TEXT NOT NULL,
    format TEXT NOT NULL,
    text   TEXT NOT NULL,
    added  INTEGER NOT NULL
) WITHOUT ROWID;

-- Accounts. `folded` is the name as it is compared.
CREATE TABLE accounts (
    id       INTEGER PRIMARY KEY,
    name     TEXT NOT NULL,
    folded   TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    created  INTEGER NOT NULL
);

-- Sessions, by the hash of their secret.
CREATE TABLE sessions (
    hash    BLOB PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id),
    csrf    TEXT NOT NULL,
    expires INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_by_expiry ON sessions (expires);

-- One row, written to find out whether writing works.
CREATE TABLE health (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL
);
