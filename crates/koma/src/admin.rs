//! `koma admin`: what whoever runs a server may do.

use std::io::{self, BufRead as _, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;
use koma_server::admin::{self as server, CLOSED, SIGN_UP, UPLOADS};
use koma_store::{Account, DatabaseUrl, RecordId, Sight, Store, default_data_dir};

use crate::db;
use crate::failure::Failure;
use crate::say;

/// Look after a server: accounts, records, what it is open for
#[derive(clap::Args)]
#[command(
    after_help = "The database is that of `koma serve`, which may be running: it notices within a second.\n\n\
    Examples:\n  \
    koma admin close sign-up                 nobody can make an account\n  \
    echo 'a password' | koma admin add-account Habu\n  \
    echo 'new password' | koma admin password Habu\n  \
    koma admin ban Habu\n  \
    koma admin hide-record 12\n  \
    koma admin token new laptop              a key for the API (Authorization: Bearer ...)"
)]
pub struct Args {
    /// The folder of the data [default: KOMA_DATA, or koma in the user's data folder]
    #[arg(id = "admin_data", long = "data", value_name = "DIR", global = true)]
    data: Option<PathBuf>,
    /// The database, sqlite://PATH or postgres://... [default: a file in the data folder]
    #[arg(id = "admin_database", long = "database", value_name = "URL", global = true)]
    database: Option<String>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the accounts, the newest first
    Accounts,
    /// Make an account, also where nobody can sign up; its password is the first line of stdin
    AddAccount {
        /// The name of the account
        name: String,
    },
    /// Give an account another password, read from the first line of stdin; its sessions end
    Password {
        /// The name of the account
        name: String,
    },
    /// Close an account: its sessions end, nobody can sign in to it
    Ban {
        /// The name of the account
        name: String,
    },
    /// Open an account again
    Unban {
        /// The name of the account
        name: String,
    },
    /// Delete an account with everything it stored; games with others stay without its name
    DeleteAccount {
        /// The name of the account
        name: String,
    },
    /// Take a record out of the list: only its owners, and who has its link, see it
    HideRecord {
        /// The number of the record
        id: RecordId,
    },
    /// Delete a record
    DeleteRecord {
        /// The number of the record
        id: RecordId,
    },
    /// Delete a variant that somebody stored
    DeleteVariant {
        /// Its id, v-...
        id: String,
    },
    /// Close signing up, or storing records and variants
    Close {
        /// What
        what: Door,
    },
    /// Open it again
    Open {
        /// What
        what: Door,
    },
    /// Keys for the API
    Token {
        #[command(subcommand)]
        command: Token,
    },
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Door {
    SignUp,
    Uploads,
}

#[derive(Subcommand)]
enum Token {
    /// Make a key and print it, once
    New {
        /// What to call it
        name: String,
    },
    /// List the names of all keys
    List,
    /// Take keys of a name away
    Revoke {
        /// The name
        name: String,
    },
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let url: DatabaseUrl = match &args.database {
        Some(url) => url.parse().map_err(Failure::caused)?,
        None => DatabaseUrl::in_folder(&args.data.clone().unwrap_or_else(default_data_dir)),
    };
    if let DatabaseUrl::Sqlite(path) = &url
        && !path.exists()
    {
        return Err(Failure::misuse(say::no_database(url.to_string(), "koma serve")));
    }
    db::wait_for(async {
        let store = Store::open_url(&url).await.map_err(Failure::caused)?;
        let result = obey(&args.command, &store).await;
        store.close().await;
        result.map(|()| ExitCode::SUCCESS)
    })
}

async fn obey(command: &Command, store: &Store) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match command {
        Command::Accounts => {
            for account in store.accounts(u32::MAX >> 1).await.map_err(Failure::caused)? {
                let banned = if account.is_banned { "\tbanned" } else { "" };
                writeln!(out, "{}\t{}{banned}", account.name, account.day())?;
            }
        }
        Command::AddAccount { name } => {
            let name = server::check_name(name).map_err(wrong)?;
            store.create_account(&name, &password()?).await.map_err(Failure::caused)?;
        }
        Command::Password { name } => {
            let account = found(store, name).await?;
            store.set_password(account.id, &password()?, None).await.map_err(Failure::caused)?;
        }
        Command::Ban { name } | Command::Unban { name } => {
            let account = found(store, name).await?;
            let is_banned = matches!(command, Command::Ban { .. });
            store.set_banned(account.id, is_banned).await.map_err(Failure::caused)?;
        }
        Command::DeleteAccount { name } => {
            let account = found(store, name).await?;
            store.delete_all_of(account.id).await.map_err(Failure::caused)?;
            store.delete_account(account.id).await.map_err(Failure::caused)?;
        }
        Command::HideRecord { id } => {
            if store.standing(&id.to_string()).await.map_err(Failure::caused)?.is_none() {
                return Err(Failure::misuse(say::no_record(id.to_string())));
            }
            let link = store.set_sight(*id, Sight::Unlisted).await.map_err(Failure::caused)?;
            writeln!(out, "{}", link.unwrap_or_default())?;
        }
        Command::DeleteRecord { id } => {
            if !store.delete_record(*id).await.map_err(Failure::caused)? {
                return Err(Failure::misuse(say::no_record(id.to_string())));
            }
        }
        Command::DeleteVariant { id } => {
            if !store.delete_variant(id).await.map_err(Failure::caused)? {
                return Err(Failure::misuse(say::no_stored_variant(id.to_string())));
            }
        }
        Command::Close { what } | Command::Open { what } => {
            let name = match what {
                Door::SignUp => SIGN_UP,
                Door::Uploads => UPLOADS,
            };
            let value = matches!(command, Command::Close { .. }).then_some(CLOSED);
            store.set_setting(name, value).await.map_err(Failure::caused)?;
        }
        Command::Token { command: Token::New { name } } => {
            let key = format!("{}{:032x}", server::ADMIN_KEY, rand::random::<u128>());
            store.put_token(&server::hash(&key), name).await.map_err(Failure::caused)?;
            writeln!(out, "{key}")?;
        }
        Command::Token { command: Token::List } => {
            for name in store.tokens().await.map_err(Failure::caused)? {
                writeln!(out, "{name}")?;
            }
        }
        Command::Token { command: Token::Revoke { name } } => {
            if store.delete_tokens(name).await.map_err(Failure::caused)? == 0 {
                return Err(Failure::misuse(say::no_key(name)));
            }
        }
    }
    Ok(())
}

/// What the server would have answered.
fn wrong(error: koma_server::ApiError) -> Failure {
    Failure::misuse(error.message(crate::lang::chosen()).to_owned())
}

/// The first line of stdin as a password is kept.
fn password() -> Result<String, Failure> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    let password = line.trim_end_matches(['\n', '\r']);
    server::check_password(password).map_err(wrong)?;
    server::hash_password(password).map_err(wrong)
}

async fn found(store: &Store, name: &str) -> Result<Account, Failure> {
    let account = store.account(name).await.map_err(Failure::caused)?;
    account.ok_or_else(|| Failure::misuse(say::no_account(name)))
}
