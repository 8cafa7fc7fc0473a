//! Defects of a hash table of counts.
//!
//! A program counts correctly, but looks up each node in a table first. With a wrong key, or if too
//! little of an entry is compared, it finds the count of another position.
//!
//! What it finds depends on much that is not known: the order of moves, the size of the table, which
//! entries are replaced. So an imitation counts in several orders with an unlimited table
//! ([`program`]) and predicts an answer only if all orders lead to it and the table is small. Any other
//! answer is compared with the [sets](possible) of counts that are possible at all.

mod defects;
mod imitator;
mod keys;
mod possible;
mod program;
#[cfg(test)]
mod tests;

pub(super) use defects::DEFECTS;
