//! Protocols, tried on text.
mod server;
