//! Who may sit where: hashes of secrets, and accounts.

use koma_rules::Side;
use serde::{Deserialize, Serialize};

use super::secret::SecretHash;

/// The hashes of the keys to the seats, and of the invitation. Stored beside events, never told.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Keys {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sente: Option<SecretHash>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gote: Option<SecretHash>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    invite: Option<SecretHash>,
    /// The accounts the seats belong to as well.
    #[serde(default)]
    accounts: [Option<i64>; 2],
    /// Whether each side wants the game in the library.
    #[serde(default)]
    shares: [Option<bool>; 2],
}

/// Who asks for a seat: by its key, or by being signed in.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Credentials {
    /// The hash of the key that was shown.
    pub key: Option<SecretHash>,
    /// The account that is signed in.
    pub account: Option<i64>,
}

impl Keys {
    /// The keys of one seat.
    pub fn of_seat(side: Side, secret: SecretHash, account: Option<i64>) -> Self {
        let mut keys = Self::default();
        *keys.seat_mut(side) = Some(secret);
        keys.accounts[side as usize] = account;
        keys
    }

    /// The same, with what the one who sits there wants to become of the game.
    #[must_use]
    pub fn sharing(mut self, side: Side, share: Option<bool>) -> Self {
        self.shares[side as usize] = share;
        self
    }

    /// Whether both want the game in the library; `usual` for who did not say.
    pub fn is_shared(&self, usual: bool) -> bool {
        self.shares.iter().all(|share| share.unwrap_or(usual))
    }

    /// The same with an invitation.
    #[must_use]
    pub fn inviting(self, invite: SecretHash) -> Self {
        Self { invite: Some(invite), ..self }
    }

    /// Whether this is the invitation to the empty seat.
    pub fn invites(&self, invite: SecretHash) -> bool {
        self.invite == Some(invite)
    }

    fn seat(&self, side: Side) -> Option<SecretHash> {
        match side {
            Side::Sente => self.sente,
            Side::Gote => self.gote,
        }
    }

    fn seat_mut(&mut self, side: Side) -> &mut Option<SecretHash> {
        match side {
            Side::Sente => &mut self.sente,
            Side::Gote => &mut self.gote,
        }
    }

    /// The seat of one who shows credentials. A key decides; who is signed in and sits on both sides needs one.
    pub fn side(&self, credentials: Credentials) -> Option<Side> {
        if credentials.key.is_some() {
            return Side::BOTH.into_iter().find(|&side| self.seat(side) == credentials.key);
        }
        let account = credentials.account?;
        match self.accounts.map(|owner| owner == Some(account)) {
            [true, false] => Some(Side::Sente),
            [false, true] => Some(Side::Gote),
            _ => None,
        }
    }

    /// The account of each side.
    pub fn accounts(&self) -> [Option<i64>; 2] {
        self.accounts
    }

    /// Adds what a later event has sealed.
    pub fn learn(&mut self, more: &Self) {
        self.sente = more.sente.or(self.sente);
        self.gote = more.gote.or(self.gote);
        self.invite = more.invite.or(self.invite);
        for (mine, other) in self.accounts.iter_mut().zip(more.accounts) {
            *mine = other.or(*mine);
        }
        for (mine, other) in self.shares.iter_mut().zip(more.shares) {
            *mine = other.or(*mine);
        }
    }

    /// Those of a rematch: the same secrets have changed sides.
    pub fn of_rematch(&self) -> Self {
        let ([sente, gote], [first, second]) = (self.accounts, self.shares);
        Self {
            sente: self.gote,
            gote: self.sente,
            invite: None,
            accounts: [gote, sente],
            shares: [second, first],
        }
    }
}
