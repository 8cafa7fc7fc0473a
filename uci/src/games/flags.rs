//! What the command line needs of a game besides its rules: flags, JSON fields, devices.

use std::fmt::Debug;

use clap::Args;
use gpu::DeviceChoice;
use movegen::perft::estimate::Walker;
use serde_json::Value;

use super::game::Game;
use crate::devices::DeviceRequest;
use crate::resources::Resources;

/// A game with flags.
pub trait GameFlags: Game {
    /// A flag of the game that chooses it without `--game`.
    const CHOSEN_BY: Option<&'static str> = None;

    /// The flag for the text in [`POSITION_FIELD`](Game::POSITION_FIELD). Other fields of a [`Root`] are flags of the same name.
    const POSITION_FLAG: &'static str = Self::POSITION_FIELD;

    /// The flags that name a position. Games may share a flag if it has the same type of value.
    type PositionArgs: Args + Debug + Send + Sync;

    /// The flags that choose a counter; [`NoArgs`] if there are none besides `--no-bulk`.
    type CountingArgs: Args + Debug + Send + Sync;

    /// Reads the flags that name a position.
    ///
    /// # Errors
    /// A message for the user: which part is wrong, and what is allowed.
    fn root(arguments: &Self::PositionArgs) -> Result<Root<Self>, String>;

    /// The way to count that the flags choose.
    ///
    /// # Errors
    /// A message for the user: which part cannot be used here.
    fn counting(
        arguments: &Self::CountingArgs,
        wanted: &WantedCount<'_, Self>,
    ) -> Result<Self::Counting, String>;

    /// The devices and the kernel that the flags choose.
    fn device_request(_arguments: &Self::CountingArgs, resources: Resources) -> DeviceRequest {
        DeviceRequest::cpu(resources)
    }

    /// The fastest way to count on these devices. `leaves` is an estimate of the size of the tree: small trees are
    /// counted faster by the CPU.
    ///
    /// # Errors
    /// A message for the user: why they cannot be used.
    fn counting_on(request: &DeviceRequest, _leaves: f64) -> Result<Self::Counting, String> {
        match request.choice {
            DeviceChoice::Cpu | DeviceChoice::Auto => Ok(Self::fastest()),
            other => Err(format!(
                "device {other}: devices count chess only, not {}",
                Self::NAME
            )),
        }
    }

    /// The walker that draws random lines on these devices; `None` if the CPU should.
    ///
    /// # Errors
    /// A message for the user: why they cannot be used.
    fn walker_on(request: &DeviceRequest) -> Result<Option<Box<dyn Walker<Self>>>, String> {
        Self::counting_on(request, 0.0).map(|_| None)
    }

    /// The number of devices that count; 0 if the CPU does.
    fn devices(_counting: &Self::Counting) -> usize {
        0
    }

    /// What went wrong on the devices, one sentence each.
    fn remarks(_counting: &Self::Counting) -> Vec<String> {
        Vec::new()
    }
}

/// A count that the flags of a game belong to.
#[derive(Clone, Copy, Debug)]
pub struct WantedCount<'a, G> {
    /// The root.
    pub position: &'a G,
    /// The depth in plies.
    pub depth: u32,
    /// Whether even the last moves are made: `--no-bulk`.
    pub each_move: bool,
    /// Threads and hash table.
    pub resources: Resources,
}

/// A position as the command line names it.
#[derive(Clone, Debug)]
pub struct Root<G: Game> {
    /// The position.
    pub position: G,
    /// What the text of a position below it needs.
    pub source: G::Source,
    /// How its moves are written.
    pub notation: G::Notation,
    /// The fields that describe it in JSON, in order.
    pub fields: Vec<(String, Value)>,
    /// What was repaired in the text of the position.
    pub warnings: Vec<String>,
    /// Remarks for standard error.
    pub remarks: Vec<String>,
}

/// No flags.
#[derive(Clone, Copy, Debug, Args)]
#[group(skip)] // Several games may have it, and clap wants unique names of groups.
pub struct NoArgs {}
