//! Protocols, tried on text.
mod csci561;
mod server;
