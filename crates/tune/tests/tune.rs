//! Optimisers on objectives of known optimum.
mod fits;
mod searches;
