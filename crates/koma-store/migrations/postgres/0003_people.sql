-- Variants people made, under ids that cannot be guessed.
CREATE TABLE variants (
    id     TEXT COLLATE "C" PRIMARY KEY,
    name   TEXT NOT NULL,
    format TEXT NOT NULL,
    text   TEXT NOT NULL,
    added  BIGINT NOT NULL
);

-- Accounts. `folded` is the name as it is compared.
CREATE TABLE accounts (
    id       BIGINT PRIMARY KEY,
    name     TEXT NOT NULL,
    folded   TEXT COLLATE "C" NOT NULL UNIQUE,
    password TEXT NOT NULL,
    created  BIGINT NOT NULL
);

-- Sessions, by the hash of their secret.
CREATE TABLE sessions (
    hash    BYTEA PRIMARY KEY,
    account BIGINT NOT NULL REFERENCES accounts (id),
    csrf    TEXT NOT NULL,
    expires BIGINT NOT NULL
);
CREATE INDEX sessions_by_expiry ON sessions (expires);

-- One row, written to find out whether writing works.
CREATE TABLE health (
    id BIGINT PRIMARY KEY,
    at BIGINT NOT NULL
);
