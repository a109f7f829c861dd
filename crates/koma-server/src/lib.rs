//! Koma on the web: the API, live games and the page.
