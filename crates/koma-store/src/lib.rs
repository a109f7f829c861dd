//! Games, records and positions kept: SQLite by default, PostgreSQL by choice.
