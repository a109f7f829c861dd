//! Live games as event logs.

use crate::database::Database;

/// The live games of a store.
#[derive(Clone, Debug)]
pub struct Games {
    #[expect(dead_code, reason = "the event logs come next")]
    database: Database,
}

impl Games {
    pub(crate) fn new(database: &Database) -> Self {
        Self { database: database.clone() }
    }
}
