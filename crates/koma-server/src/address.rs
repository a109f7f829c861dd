//! Whose request it is: addresses, networks, and what proxies say.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use axum::extract::ConnectInfo;
use axum::http::header::HOST;
use axum::http::{HeaderMap, Request, Version};
use thiserror::Error;

use crate::Config;

/// A network: `10.0.0.0/8`, `::1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    first: IpAddr,
    bits: u8,
}

/// The text is no network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no network; 10.0.0.0/8, 127.0.0.1 and fd00::/8 are")]
pub struct NoNetwork(String);

impl FromStr for Network {
    type Err = NoNetwork;

    fn from_str(text: &str) -> Result<Self, NoNetwork> {
        let no = || NoNetwork(text.to_owned());
        let (first, bits) = text.split_once('/').map_or((text, None), |(a, b)| (a, Some(b)));
        let first: IpAddr = first.trim().parse().map_err(|_| no())?;
        let all = if first.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(all), |bits| bits.trim().parse().map_err(|_| no()))?;
        if bits > all {
            return Err(no());
        }
        Ok(Self { first, bits })
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.first, self.bits)
    }
}

impl Network {
    /// Whether an address belongs to it.
    pub fn has(self, address: IpAddr) -> bool {
        let apart = |a: u128, b: u128, all: u8| {
            let rest = u32::from(all - self.bits);
            a.checked_shr(rest).unwrap_or(0) != b.checked_shr(rest).unwrap_or(0)
        };
        match (self.first, address.to_canonical()) {
            (IpAddr::V4(a), IpAddr::V4(b)) => !apart(a.to_bits().into(), b.to_bits().into(), 32),
            (IpAddr::V6(a), IpAddr::V6(b)) => !apart(a.to_bits(), b.to_bits(), 128),
            _ => false,
        }
    }
}

/// The address of the one who asks: the peer, or whom a proxy we trust asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asker(pub IpAddr);

impl Asker {
    /// Who sent a request.
    pub fn of<B>(request: &Request<B>, proxies: &[Network]) -> Self {
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED), |peer| peer.0.ip());
        Self::behind(peer.to_canonical(), request.headers(), proxies)
    }

    /// Each proxy adds the one it heard from at the end. From there back those we trust are passed
    /// over; what stands before the first other one could be anybody's invention.
    fn behind(peer: IpAddr, headers: &HeaderMap, proxies: &[Network]) -> Self {
        let is_trusted = |address: IpAddr| proxies.iter().any(|network| network.has(address));
        let mut asker = peer;
        let said = headers.get_all("x-forwarded-for").iter().filter_map(|line| line.to_str().ok());
        let said: Vec<&str> = said.flat_map(|line| line.split(',')).map(str::trim).collect();
        for hop in said.into_iter().rev() {
            if !is_trusted(asker) {
                break;
            }
            let Some(before) = address(hop) else { break };
            asker = before.to_canonical();
        }
        Self(asker)
    }

    /// What limits count: an address, or the network a house gets in IPv6.
    pub fn house(self) -> IpAddr {
        match self.0 {
            IpAddr::V6(address) => {
                let network = address.to_bits() >> 64 << 64;
                IpAddr::V6(Ipv6Addr::from_bits(network))
            }
            address => address,
        }
    }
}

/// Whether it is the person at this machine who asks, and nobody through a proxy on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtHome(pub bool);

/// What proxies add.
const OF_PROXIES: [&str; 8] = [
    "forwarded",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-real-ip",
    "via",
    "cf-connecting-ip",
    "true-client-ip",
];

impl AtHome {
    /// Whether it is. A server with a name, or behind proxies, is for others.
    pub fn of<B>(request: &Request<B>, config: &Config) -> Self {
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let is_near = peer.is_some_and(|peer| peer.0.ip().to_canonical().is_loopback());
        let is_alone = config.proxies.is_empty() && config.origins.is_empty();
        let headers = request.headers();
        let is_direct = !OF_PROXIES.iter().any(|name| headers.contains_key(*name))
            && request.version() != Version::HTTP_10;
        let host = headers.get(HOST).and_then(|host| host.to_str().ok());
        Self(is_near && is_alone && is_direct && host.is_some_and(is_this_machine))
    }
}

/// Whether a host, with or without a port, is this machine's own address.
fn is_this_machine(host: &str) -> bool {
    let name = without_port(host);
    let is_loopback = |address: IpAddr| address.to_canonical().is_loopback();
    name.eq_ignore_ascii_case("localhost") || name.parse().is_ok_and(is_loopback)
}

/// An address as proxies write it, some with a port.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.trim_start_matches('[').split(']').next()?;
    bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

/// The host of an address like `https://koma.example.org:8443`, with its port.
pub fn host_of(origin: &str) -> Option<&str> {
    let (_, rest) = origin.split_once("://")?;
    Some(rest.trim_end_matches('/')).filter(|host| !host.is_empty() && !host.contains('/'))
}

/// Whether a host, with or without a port, is an address of a machine rather than a name: a page
/// of another site cannot pretend to be there.
pub fn is_machine(host: &str) -> bool {
    let name = without_port(host);
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok()
}

fn without_port(host: &str) -> &str {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    name.trim_start_matches('[').trim_end_matches(']')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_have_their_addresses() {
        for (network, address, is_in) in [
            ("10.0.0.0/8", "10.255.0.1", true),
            ("10.0.0.0/8", "11.0.0.1", false),
            ("127.0.0.1", "127.0.0.1", true),
            ("127.0.0.1", "127.0.0.2", false),
            ("0.0.0.0/0", "203.0.113.9", true),
            ("0.0.0.0/0", "::1", false),
            ("fd00::/8", "fdab::1", true),
            ("10.0.0.0/8", "::ffff:10.1.1.1", true),
        ] {
            let network: Network = network.parse().unwrap();
            assert_eq!(network.has(address.parse().unwrap()), is_in, "{network} {address}");
        }
        for text in ["", "10.0.0.0/33", "::/129", "x", "10.0.0.0/-1"] {
            assert!(text.parse::<Network>().is_err(), "{text}");
        }
    }

    #[test]
    fn only_proxies_we_trust_speak_for_others() {
        let trusted: [Network; 2] = ["10.0.0.0/8".parse().unwrap(), "127.0.0.1".parse().unwrap()];
        for (peer, said, asker) in [
            ("198.51.100.1", "203.0.113.9", "198.51.100.1"),
            ("127.0.0.1", "203.0.113.9", "203.0.113.9"),
            // The left one is what the client claims.
            ("127.0.0.1", "1.2.3.4, 203.0.113.9", "203.0.113.9"),
            ("127.0.0.1", "203.0.113.9, 10.0.0.7", "203.0.113.9"),
            ("127.0.0.1", "[2001:db8::1]:4711", "2001:db8::1"),
            ("127.0.0.1", "203.0.113.9:80", "203.0.113.9"),
            ("127.0.0.1", "nonsense", "127.0.0.1"),
            ("127.0.0.1", "", "127.0.0.1"),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("x-forwarded-for", said.parse().unwrap());
            let found = Asker::behind(peer.parse().unwrap(), &headers, &trusted);
            assert_eq!(found.0, asker.parse::<IpAddr>().unwrap(), "{peer} {said}");
        }
    }

    #[test]
    fn only_the_person_at_this_machine_is_at_home() {
        let is_home = |peer: &str, host: &str, header: Option<&str>, config: &Config| {
            let mut request = Request::builder().header(HOST, host);
            if let Some(name) = header {
                request = request.header(name, "127.0.0.1");
            }
            let mut request = request.body(()).unwrap();
            let peer: SocketAddr = peer.parse().unwrap();
            request.extensions_mut().insert(ConnectInfo(peer));
            AtHome::of(&request, config).0
        };
        let alone = Config::default();
        for host in ["localhost:8080", "127.0.0.1:8080", "[::1]:8080"] {
            assert!(is_home("127.0.0.1:9", host, None, &alone), "{host}");
        }
        assert!(is_home("[::ffff:127.0.0.1]:9", "localhost", None, &alone));
        assert!(!is_home("192.168.1.5:9", "localhost", None, &alone));
        assert!(!is_home("127.0.0.1:9", "192.168.1.5", None, &alone));
        assert!(!is_home("127.0.0.1:9", "koma.example.org", None, &alone));
        for header in OF_PROXIES {
            assert!(!is_home("127.0.0.1:9", "localhost", Some(header), &alone), "{header}");
        }
        let named = Config { origins: vec!["https://koma.example.org".into()], ..alone.clone() };
        let behind = Config { proxies: vec!["10.0.0.0/8".parse().unwrap()], ..alone };
        for config in [named, behind] {
            assert!(!is_home("127.0.0.1:9", "localhost", None, &config));
        }
    }

    #[test]
    fn a_house_is_one_address_or_one_network() {
        let house = |text: &str| Asker(text.parse().unwrap()).house().to_string();
        assert_eq!(house("203.0.113.9"), "203.0.113.9");
        assert_eq!(house("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
    }

    #[test]
    fn names_are_not_machines() {
        for host in ["localhost", "LOCALHOST:8080", "127.0.0.1:1", "[::1]:8080", "192.168.1.5"] {
            assert!(is_machine(host), "{host}");
        }
        for host in ["evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example", ""] {
            assert!(!is_machine(host), "{host}");
        }
        assert_eq!(host_of("https://koma.example.org:8443/"), Some("koma.example.org:8443"));
        assert_eq!(host_of("koma.example.org"), None);
    }
}
