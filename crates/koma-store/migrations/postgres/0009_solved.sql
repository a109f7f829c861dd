-- The mate problems somebody has solved, by the names the page has for them.
CREATE TABLE solved (
    account BIGINT NOT NULL,
    problem TEXT NOT NULL,
    PRIMARY KEY (account, problem)
);
