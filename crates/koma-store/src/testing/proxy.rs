//! A wire to PostgreSQL that can be cut in the worst moment: when the server has committed and says
//! so.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream, UnixStream};

use super::TestDatabase;

/// A proxy before a PostgreSQL server.
#[derive(Debug)]
pub struct Cutter {
    /// The address of the database through it.
    pub url: String,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    is_armed: AtomicBool,
    cuts: AtomicUsize,
}

/// Where a server is.
#[derive(Clone, Debug)]
enum Server {
    Tcp(String),
    Unix(String),
}

impl Cutter {
    /// A proxy before the server of a database.
    pub async fn before(database: &TestDatabase) -> Self {
        Self::before_url(&database.url).await
    }

    /// The same, of a database by its address.
    pub async fn before_url(url: &str) -> Self {
        let (server, name, user) = place(url);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("a bound port");
        let shared = Arc::<Shared>::default();
        let theirs = Arc::clone(&shared);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (server, shared) = (server.clone(), Arc::clone(&theirs));
                tokio::spawn(async move {
                    // A wire that is cut is what we are here for.
                    let _ = match server {
                        Server::Tcp(at) => match TcpStream::connect(at).await {
                            Ok(stream) => join(client, stream, &shared).await,
                            Err(error) => Err(error),
                        },
                        Server::Unix(path) => match UnixStream::connect(path).await {
                            Ok(stream) => join(client, stream, &shared).await,
                            Err(error) => Err(error),
                        },
                    };
                });
            }
        });
        Self { url: format!("postgres://{user}@{address}/{name}?sslmode=disable"), shared }
    }

    /// The answer to the next COMMIT will not arrive.
    pub fn arm(&self) {
        self.shared.is_armed.store(true, Ordering::SeqCst);
    }

    /// How many answers have been cut off.
    pub fn cuts(&self) -> usize {
        self.shared.cuts.load(Ordering::SeqCst)
    }
}

/// Server, database and user of an address of `KOMA_TEST_POSTGRES`.
fn place(url: &str) -> (Server, String, String) {
    let (before, query) = url.split_once('?').unwrap_or((url, ""));
    let rest = before.split_once("://").map_or(before, |(_, rest)| rest);
    let (place, name) = rest.split_once('/').unwrap_or((rest, "postgres"));
    let (user, host) = place.split_once('@').unwrap_or(("postgres", place));
    let folder = query.split('&').find_map(|pair| pair.strip_prefix("host="));
    let server = match folder {
        Some(folder) => Server::Unix(format!("{}/.s.PGSQL.5432", folder.replace("%2F", "/"))),
        None if host.contains(':') => Server::Tcp(host.to_owned()),
        None => Server::Tcp(format!("{host}:5432")),
    };
    (server, name.to_owned(), user.to_owned())
}

/// Carries bytes both ways until one end goes, or until the answer to a COMMIT is cut off.
async fn join(
    mut client: TcpStream,
    mut server: impl AsyncRead + AsyncWrite + Unpin,
    shared: &Shared,
) -> io::Result<()> {
    let (mut asked, mut answered) = (vec![0; 64 << 10], vec![0; 64 << 10]);
    loop {
        tokio::select! {
            read = client.read(&mut asked) => {
                let read = read?;
                if read == 0 {
                    return Ok(());
                }
                server.write_all(&asked[..read]).await?;
                let commits = asked[..read].windows(6).any(|word| word == b"COMMIT");
                if commits && shared.is_armed.swap(false, Ordering::SeqCst) {
                    // It has answered, so it has committed. Nobody will know.
                    let _ = server.read(&mut answered).await?;
                    shared.cuts.fetch_add(1, Ordering::SeqCst);
                    return Ok(());
                }
            }
            read = server.read(&mut answered) => {
                let read = read?;
                if read == 0 {
                    return Ok(());
                }
                client.write_all(&answered[..read]).await?;
            }
        }
    }
}
