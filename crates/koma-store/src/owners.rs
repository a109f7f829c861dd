//! Whose things are, who sees them, and how they go.

use koma_kifu::{Headers, Record};
use koma_rules::Side;
use serde_json::Value;

use crate::database::{reading, writing};
use crate::names::storable;
use crate::prepare::whole_digest;
use crate::records::read_content;
use crate::{Prepared, RecordId, Store, StoreError};

/// Who sees a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sight {
    /// Everybody: it is in the list.
    #[default]
    Public = 0,
    /// Whoever has its link.
    Unlisted = 1,
    /// Its owners.
    Private = 2,
}

/// The sight of a record that was deleted: its row stays, empty, because the index of positions
/// still counts on its number.
pub(crate) const DELETED: i64 = 3;

impl Sight {
    /// The sight of a code of the tables; `None` for a record that was deleted.
    pub(crate) fn of(code: i64) -> Option<Self> {
        [Self::Public, Self::Unlisted, Self::Private]
            .into_iter()
            .find(|sight| *sight as i64 == code)
    }
}

/// Who looks at lists of records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Eyes {
    /// Whoever has the database itself.
    #[default]
    All,
    /// Anybody.
    Public,
    /// Somebody who is signed in.
    Account(i64),
}

/// For whom a record is stored, and who sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keeping {
    /// Who sees it.
    pub sight: Sight,
    /// Whose it is: who stored it, or who played a side in it.
    pub owners: Vec<(i64, Option<Side>)>,
    /// The hash of the key by which a guest can delete it.
    pub key_hash: Option<Vec<u8>>,
    /// It was played here, and its players did not both say that it is for all: none of them can
    /// say so alone.
    pub is_withheld: bool,
}

/// Whose a record is and who sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Its number.
    pub id: RecordId,
    /// Who sees it.
    pub sight: Sight,
    /// Its address where it is not in the list: `r-` and 128 random bits.
    pub link: Option<String>,
    /// The hash of the key by which a guest can delete it.
    pub key_hash: Option<Vec<u8>>,
    /// Whose it is.
    pub owners: Vec<i64>,
    /// See [`Keeping::is_withheld`].
    pub is_withheld: bool,
}

/// A live game somebody sat at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The game.
    pub game: String,
    /// Where.
    pub side: Side,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Whether it is over.
    pub is_over: bool,
    /// Its first two events, which say what is played and by whom.
    pub first: [Option<String>; 2],
}

/// A new address that cannot be guessed.
pub(crate) fn new_link() -> String {
    format!("r-{:032x}", rand::random::<u128>())
}

pub(crate) fn side_code(side: Side) -> i64 {
    side as i64
}

fn side_of(code: i64) -> Side {
    if code == 0 { Side::Sente } else { Side::Gote }
}

impl Store {
    /// Whose a record is and who sees it; by its number or its link.
    pub async fn standing(&self, address: &str) -> Result<Option<Standing>, StoreError> {
        type Row = (i64, i64, Option<String>, Option<Vec<u8>>, i64);
        let columns = "SELECT id, sight, link, key_hash, withheld FROM records WHERE ";
        let row: Option<Row> = match address.parse::<RecordId>() {
            Ok(id) => reading!(self.database, pool => {
                let mut sql = sqlx::QueryBuilder::new(columns);
                sql.push("id = ").push_bind(id.0);
                sql.build_query_as().fetch_optional(pool).await?
            }),
            Err(_) if address.starts_with("r-") && address.len() == 34 => {
                reading!(self.database, pool => {
                    let mut sql = sqlx::QueryBuilder::new(columns);
                    sql.push("link = ").push_bind(storable(address));
                    sql.build_query_as().fetch_optional(pool).await?
                })
            }
            Err(_) => None,
        };
        let Some((id, sight, link, key_hash, withheld)) = row else { return Ok(None) };
        let Some(sight) = Sight::of(sight) else { return Ok(None) };
        let owners = reading!(self.database, pool => {
            let sql = "SELECT account FROM owners WHERE record = $1 ORDER BY account";
            sqlx::query_scalar(sql).bind(id).fetch_all(pool).await?
        });
        let is_withheld = withheld != 0;
        Ok(Some(Standing { id: RecordId(id), sight, link, key_hash, owners, is_withheld }))
    }

    /// Shows a record to others, or hides it; gives its link where it is not in the list. What is
    /// hidden is no longer the one of its kind: others may store the same game.
    pub async fn set_sight(
        &self,
        id: RecordId,
        sight: Sight,
    ) -> Result<Option<String>, StoreError> {
        let link = (sight != Sight::Public).then(new_link);
        let own = (sight != Sight::Public).then(|| rand::random::<[u8; 16]>().to_vec());
        let kept: Option<String> = writing!(self.database, tx => {
            let sql = "UPDATE records SET sight = $1, link = coalesce(link, $2), \
                       digest = coalesce($3, digest) WHERE id = $4 AND sight < 3 RETURNING link";
            let update = sqlx::query_scalar(sql).bind(sight as i64).bind(link);
            update.bind(own).bind(id.0).fetch_optional(&mut *tx).await?.flatten()
        });
        Ok(kept.filter(|_| sight != Sight::Public))
    }

    /// Removes a record: its moves, its head, its names, whose it was. Says whether there was one.
    pub async fn delete_record(&self, id: RecordId) -> Result<bool, StoreError> {
        let nothing: [u8; 16] = rand::random();
        Ok(writing!(self.database, tx => {
            let sql = "SELECT sente, gote FROM records WHERE id = $1 AND sight < 3";
            let row: Option<(Option<i64>, Option<i64>)> =
                sqlx::query_as(sql).bind(id.0).fetch_optional(&mut *tx).await?;
            if let Some((sente, gote)) = row {
                let sql = "UPDATE records SET digest = $1, sight = $2, variant = '', rules = NULL, \
                           sente = NULL, gote = NULL, event = NULL, site = NULL, date = 0, \
                           date_text = NULL, handicap = NULL, termination = NULL, source = NULL, \
                           link = NULL, key_hash = NULL WHERE id = $3";
                let empty = sqlx::query(sql).bind(&nothing[..]).bind(DELETED).bind(id.0);
                empty.execute(&mut *tx).await?;
                for sql in [
                    "DELETE FROM contents WHERE record = $1",
                    "DELETE FROM headers WHERE record = $1",
                    "DELETE FROM shapes WHERE record = $1",
                    "DELETE FROM tags WHERE record = $1",
                    "DELETE FROM owners WHERE record = $1",
                ] {
                    sqlx::query(sql).bind(id.0).execute(&mut *tx).await?;
                }
                for name in [sente, gote].into_iter().flatten() {
                    let sql = "DELETE FROM names WHERE id = $1 AND NOT EXISTS \
                               (SELECT 1 FROM records WHERE sente = $1) AND NOT EXISTS \
                               (SELECT 1 FROM records WHERE gote = $1) AND NOT EXISTS \
                               (SELECT 1 FROM records WHERE event = $1) AND NOT EXISTS \
                               (SELECT 1 FROM records WHERE site = $1)";
                    sqlx::query(sql).bind(name).execute(&mut *tx).await?;
                }
            }
            row.is_some()
        }))
    }

    /// Takes a record away from one of its owners, and their name out of it if they played in it;
    /// the others keep it. Where there are no others it is removed. Says whether there was one.
    pub async fn leave_record(&self, id: RecordId, account: i64) -> Result<bool, StoreError> {
        let rows: Vec<(i64, Option<i64>)> = reading!(self.database, pool => {
            let sql = "SELECT account, side FROM owners WHERE record = $1";
            sqlx::query_as(sql).bind(id.0).fetch_all(pool).await?
        });
        let Some((_, side)) = rows.iter().find(|(owner, _)| *owner == account) else {
            return Ok(false);
        };
        if rows.len() == 1 {
            return self.delete_record(id).await;
        }
        if let Some(side) = side {
            self.unname(id, side_of(*side)).await?;
        }
        writing!(self.database, tx => {
            let sql = "DELETE FROM owners WHERE record = $1 AND account = $2";
            sqlx::query(sql).bind(id.0).bind(account).execute(&mut *tx).await?;
        });
        Ok(true)
    }

    /// The records somebody owns, the newest first: number, link, and the side they played.
    async fn owned(&self, account: i64) -> Result<Vec<(RecordId, Option<Side>)>, StoreError> {
        let sql = "SELECT record, side FROM owners WHERE account = $1 ORDER BY record DESC";
        let rows: Vec<(i64, Option<i64>)> = reading!(self.database, pool => {
            sqlx::query_as(sql).bind(account).fetch_all(pool).await?
        });
        Ok(rows.into_iter().map(|(id, side)| (RecordId(id), side.map(side_of))).collect())
    }

    /// The live games somebody sat at, the newest first, at most so many.
    pub async fn seats(&self, account: i64, limit: u32) -> Result<Vec<Seat>, StoreError> {
        type Row = (String, i64, i64, i64, Option<String>, Option<String>);
        let sql = "SELECT s.game, s.side, s.at, g.state, c.data, j.data FROM seats s \
                   JOIN games g ON g.id = s.game \
                   LEFT JOIN events c ON c.game = s.game AND c.n = 1 \
                   LEFT JOIN events j ON j.game = s.game AND j.n = 2 \
                   WHERE s.account = $1 ORDER BY s.at DESC LIMIT $2";
        let rows: Vec<Row> = reading!(self.database, pool => {
            sqlx::query_as(sql).bind(account).bind(i64::from(limit)).fetch_all(pool).await?
        });
        let seat = |(game, side, at, state, created, joined): Row| Seat {
            game,
            side: side_of(side),
            at,
            is_over: state > 0,
            first: [created, joined],
        };
        Ok(rows.into_iter().map(seat).collect())
    }

    /// Removes everything somebody stored, and their name from the games they played with others.
    pub async fn delete_all_of(&self, account: i64) -> Result<(), StoreError> {
        for (id, side) in self.owned(account).await? {
            match side {
                None => {
                    self.delete_record(id).await?;
                }
                Some(side) => self.unname(id, side).await?,
            }
        }
        for seat in self.seats(account, u32::MAX).await? {
            self.unname_seat(&seat).await?;
        }
        writing!(self.database, tx => {
            let delete = sqlx::query("DELETE FROM variants WHERE account = $1").bind(account);
            delete.execute(&mut *tx).await?;
            let delete = sqlx::query("DELETE FROM solved WHERE account = $1").bind(account);
            delete.execute(&mut *tx).await?;
        });
        Ok(())
    }

    /// Takes the name of a side out of a record.
    async fn unname(&self, id: RecordId, side: Side) -> Result<(), StoreError> {
        let Some(stored) = self.record(id).await? else { return Ok(()) };
        let mut record: Record = stored.record;
        let names = match side {
            Side::Sente => ["先手", "下手"],
            Side::Gote => ["後手", "上手"],
        };
        let mut headers = Headers::default();
        for header in record.headers.iter() {
            let is_name = names.contains(&header.key.as_str());
            headers.push(header.key.as_str(), if is_name { "" } else { header.value.as_str() });
        }
        record.headers = headers;
        let prepared = Prepared::of(&record);
        let whole = whole_digest(&record, prepared.rules.as_ref());
        // What was written must be readable: a record is better kept with its name than lost.
        read_content(
            id,
            &prepared.content,
            prepared.rules.as_ref().map(|rules| rules.yaml.clone()),
        )?;
        writing!(self.database, tx => {
            // The same game of nobody may be there already.
            let sql = "SELECT count(*) FROM records WHERE digest = $1";
            let taken = sqlx::query_scalar(sql).bind(&prepared.digest[..]);
            let taken: i64 = taken.fetch_one(&mut *tx).await?;
            let digest = if taken > 0 { whole } else { prepared.digest };
            let sql = match side {
                Side::Sente => "UPDATE records SET sente = NULL, digest = $2 WHERE id = $1",
                Side::Gote => "UPDATE records SET gote = NULL, digest = $2 WHERE id = $1",
            };
            sqlx::query(sql).bind(id.0).bind(&digest[..]).execute(&mut *tx).await?;
            let sql = "UPDATE contents SET content = $1 WHERE record = $2";
            sqlx::query(sql).bind(&prepared.content).bind(id.0).execute(&mut *tx).await?;
            for name in names {
                let sql = "UPDATE headers SET value = '' WHERE record = $1 AND name = $2";
                sqlx::query(sql).bind(id.0).bind(name).execute(&mut *tx).await?;
            }
        });
        Ok(())
    }

    /// Takes the name of a seat out of the log of its game.
    async fn unname_seat(&self, seat: &Seat) -> Result<(), StoreError> {
        let side = if seat.side == Side::Sente { "sente" } else { "gote" };
        for entry in self.games.events(&seat.game, 0, 3).await? {
            let Ok(mut event) = serde_json::from_str::<Value>(&entry.data) else { continue };
            if event["side"] != side || event["name"].is_null() {
                continue;
            }
            event["name"] = Value::Null;
            let data = event.to_string();
            writing!(self.database, tx => {
                let update = sqlx::query("UPDATE events SET data = $1 WHERE game = $2 AND n = $3");
                let update = update.bind(data).bind(&seat.game).bind(i64::from(entry.n));
                update.execute(&mut *tx).await?;
            });
        }
        Ok(())
    }
}
