//! Searches for three and more players against their definitions, word for word.
mod maxn;
mod reply;
mod twin;
