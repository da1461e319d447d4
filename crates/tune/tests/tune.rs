//! Optimisers on objectives of known optimum.
mod configs;
mod fits;
mod searches;
