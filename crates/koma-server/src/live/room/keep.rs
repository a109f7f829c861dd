//! A finished game becomes a record.

use std::sync::Arc;

use koma_rules::Side;
use koma_store::{Keeping, Prepared, Sight};

use super::Room;
use crate::ApiError;
use crate::live::Live;

impl Room {
    /// Makes the record of a game that is over, aside. If it does not work out, the next start of
    /// the server tries again.
    pub(super) fn keep_record(self: &Arc<Self>, live: &Live) {
        let (room, live) = (Arc::clone(self), live.clone());
        tokio::spawn(async move {
            if let Err(error) = room.record(&live).await {
                tracing::error!(game = %room.id, code = error.code(), "the record was not kept");
            }
        });
    }

    async fn record(self: &Arc<Self>, live: &Live) -> Result<(), ApiError> {
        let (began, ended, session, keys) = {
            let mut owner = self.owner(live).await;
            let table = self.table(live, &mut owner).await?;
            (table.began, table.ended, table.session.clone(), table.keys)
        };
        let owners = Side::BOTH.into_iter().zip(keys.accounts());
        let is_shared = keys.is_shared(live.shares_games());
        let keeping = Keeping {
            sight: if is_shared { Sight::Public } else { Sight::Unlisted },
            owners: owners.filter_map(|(side, account)| Some((account?, Some(side)))).collect(),
            key_hash: None,
            is_withheld: !is_shared,
        };
        let made = live.work().run(move || {
            let record = crate::live::record::record(&session, began, ended)?;
            let prepared = Prepared::of(&record).kept(keeping);
            Some((record, prepared))
        });
        let Some((record, prepared)) = made.await? else { return Ok(()) };
        let unstored = |error: koma_store::StoreError| {
            tracing::error!(game = %self.id, %error, "the record could not be stored");
            ApiError::not_stored()
        };
        let put = live.store().keep_record(&record, prepared).await.map_err(unstored)?;
        let standing = live.store().standing(&put.id.to_string()).await.map_err(unstored)?;
        let link = standing.filter(|standing| standing.sight != Sight::Public);
        let address = link.and_then(|standing| standing.link).unwrap_or_else(|| put.id.to_string());
        let mut owner = self.owner(live).await;
        let table = self.table(live, &mut owner).await?;
        if table.session.outcome().is_some_and(|outcome| outcome.record.is_some()) {
            return Ok(());
        }
        let event = table.session.recorded(&address);
        self.store(live, &mut owner, vec![event].into()).await.map(|_| ())
    }
}
