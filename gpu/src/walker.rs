//! Random lines on devices, and on the CPU if the devices fail.

use std::fmt;
use std::time::Instant;

use movegen::chess::{Color, DevicePosition, Kernel as CpuKernel, Position, device_tables};
use movegen::perft::Stop;
use movegen::perft::estimate::{CpuWalker, Lines, Walker};
use movegen::random::Random;
use zerocopy::IntoBytes;

use crate::backend::{Arg, Backend, DeviceError, Interrupted};
use crate::devices::{Api, Device};
use crate::kernels::{Kernel, Program};
use crate::pool::{DevicePool, Shrink};
use crate::slices::{FIRST_SLICE, next_slice};

/// Lines that are walked at once: enough for every thread of a large GPU.
const LINES: usize = 1 << 20;

/// The fewest lines that memory is allocated for.
const LEAST_LINES: usize = 1 << 10;

/// The most plies of a line that the memory is made for.
const MAX_PLIES: u32 = 256;

/// Walks random lines for estimates on one or more devices.
///
/// What a device cannot do is done as [`DeviceCounter`](crate::DeviceCounter) says.
pub struct DeviceWalker {
    pool: DevicePool<dyn WalkingDevice>,
    kernel: CpuKernel,
}

/// A device that walks.
pub(crate) trait WalkingDevice: Shrink + Send {
    /// Walks from each position, with the state of the generator for the moves.
    fn walk(&mut self, starts: &Starts, plies: u32, stop: &Stop) -> Result<Lines, Interrupted>;
}

/// The starts of lines, all with the same side to move.
pub(crate) struct Starts {
    positions: Vec<[u64; 4]>,
    states: Vec<u64>,
    turn: Color,
}

/// The state of one device.
pub(crate) struct Walks<A: Backend> {
    backend: A,
    /// Allocated by the first walk.
    memory: Option<Memory<A::Buffer>>,
    /// The lines that the memory is for.
    capacity: usize,
    /// Lines of a kernel.
    slice: usize,
}

struct Memory<B> {
    attacks: B,
    starts: B,
    states: B,
    moves: B,
    one_ply: B,
    two_plies: B,
    plies: u32,
}

impl<B> Memory<B> {
    fn allocate<A: Backend<Buffer = B>>(
        backend: &A,
        lines: usize,
        plies: u32,
    ) -> Result<Memory<B>, DeviceError> {
        let words = device_tables();
        let memory = Memory {
            attacks: backend.allocate(size_of_val(&*words))?,
            starts: backend.allocate(32 * lines)?,
            states: backend.allocate(8 * lines)?,
            moves: backend.allocate(2 * lines * plies as usize)?,
            one_ply: backend.allocate(4 * lines)?,
            two_plies: backend.allocate(4 * lines)?,
            plies,
        };
        backend.write(&memory.attacks, words.as_bytes())?;
        backend.finish()?;
        Ok(memory)
    }
}

impl<A: Backend> Walks<A> {
    pub(crate) fn new(backend: A) -> Walks<A> {
        Walks {
            backend,
            memory: None,
            capacity: LINES,
            slice: FIRST_SLICE as usize,
        }
    }

    /// Walks at most as many lines as the memory is for. Writes what it finds at the place `first` of `lines`.
    fn walk_part(
        &self,
        memory: &Memory<A::Buffer>,
        starts: &Starts,
        plies: u32,
        first: usize,
        lines: &mut Lines,
    ) -> Result<usize, DeviceError> {
        let len = self
            .slice
            .min(self.capacity)
            .min(starts.states.len() - first);
        let (backend, part) = (&self.backend, first..first + len);
        backend.write(&memory.starts, starts.positions[part.clone()].as_bytes())?;
        backend.write(&memory.states, starts.states[part.clone()].as_bytes())?;
        let args = [
            Arg::Buffer(&memory.attacks),
            Arg::Buffer(&memory.starts),
            Arg::Buffer(&memory.states),
            Arg::U32(len as u32),
            Arg::U32(plies),
            Arg::U32(u32::from(starts.turn == Color::Black)),
            Arg::Buffer(&memory.moves),
            Arg::Buffer(&memory.one_ply),
            Arg::Buffer(&memory.two_plies),
        ];
        backend.run(Kernel::Walk, len as u32, &args)?;
        let count = starts.states.len();
        for ply in 0..plies as usize {
            let moves = &mut lines.moves[ply * count..][part.clone()];
            backend.read(&memory.moves, 2 * ply * len, moves.as_mut_bytes())?;
        }
        backend.read(
            &memory.one_ply,
            0,
            lines.one_ply[part.clone()].as_mut_bytes(),
        )?;
        backend.read(&memory.two_plies, 0, lines.two_plies[part].as_mut_bytes())?;
        Ok(len)
    }
}

impl<A: Backend> Shrink for Walks<A> {
    fn shrink(&mut self) -> Option<usize> {
        self.memory = None;
        self.capacity /= 2;
        let bytes = self.capacity * (32 + 8 + 4 + 4);
        (self.capacity >= LEAST_LINES).then_some(bytes)
    }
}

impl<A: Backend + Send> WalkingDevice for Walks<A>
where
    A::Buffer: Send,
{
    fn walk(&mut self, starts: &Starts, plies: u32, stop: &Stop) -> Result<Lines, Interrupted> {
        let count = starts.states.len();
        let memory = match self.memory.take().filter(|memory| memory.plies >= plies) {
            Some(memory) => memory,
            None => Memory::allocate(&self.backend, self.capacity, plies.max(16))?,
        };
        let mut lines = Lines {
            moves: vec![0; count * plies as usize],
            one_ply: vec![0; count],
            two_plies: vec![0; count],
        };
        let mut first = 0;
        while first < count {
            if stop.is_stopped() {
                self.memory = Some(memory);
                return Err(Interrupted::Stopped);
            }
            let started = Instant::now();
            let len = self.walk_part(&memory, starts, plies, first, &mut lines)?;
            first += len;
            let next = next_slice(self.slice as u32, started.elapsed()) as usize;
            // A shorter part says nothing about a longer one.
            if len == self.slice || next < self.slice {
                self.slice = next.min(LINES);
            }
        }
        self.memory = Some(memory);
        Ok(lines)
    }
}

/// Compiles the kernels for random lines.
fn open(device: &Device) -> Result<Box<dyn WalkingDevice>, DeviceError> {
    Ok(match &device.0 {
        Api::Cuda(device) => Box::new(Walks::new(device.open(Program::Walk)?)),
        Api::OpenCl(device) => Box::new(Walks::new(device.open(Program::Walk)?)),
    })
}

impl DeviceWalker {
    /// Compiles the kernels for the devices. A device that cannot be opened is left out, with a remark. `kernel`
    /// is for what devices cannot do.
    ///
    /// # Errors
    /// [`DeviceError`] of the last device, if none can be opened.
    pub fn open(devices: &[Device], kernel: CpuKernel) -> Result<DeviceWalker, DeviceError> {
        let pool = DevicePool::open(devices, Device::name, open)?;
        Ok(DeviceWalker::new(pool, kernel))
    }

    pub(crate) fn new(pool: DevicePool<dyn WalkingDevice>, kernel: CpuKernel) -> DeviceWalker {
        DeviceWalker { pool, kernel }
    }

    /// The names of the devices.
    pub fn names(&self) -> &[String] {
        self.pool.names()
    }
}

impl fmt::Debug for DeviceWalker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("DeviceWalker");
        fields.field("names", &self.names()).finish_non_exhaustive()
    }
}

impl Walker<Position> for DeviceWalker {
    fn lines(&self) -> usize {
        LINES
    }

    fn take_remarks(&self) -> Vec<String> {
        self.pool.take_remarks()
    }

    fn walk(&self, starts: &[(Position, Random)], plies: u32, stop: &Stop) -> Option<Lines> {
        let on_cpu = || CpuWalker(&self.kernel).walk(starts, plies, stop);
        let Some(turn) = starts.first().map(|start| start.0.turn()) else {
            return on_cpu();
        };
        let suitable =
            |start: &(Position, Random)| start.0.turn() == turn && DevicePosition::fits(&start.0);
        if plies > MAX_PLIES || !starts.iter().all(suitable) {
            return on_cpu();
        }
        let packed = starts
            .iter()
            .map(|(position, _)| DevicePosition::new(position).0);
        let device_starts = Starts {
            positions: packed.collect(),
            states: starts.iter().map(|(_, random)| random.state()).collect(),
            turn,
        };
        match self
            .pool
            .run(|device| device.walk(&device_starts, plies, stop))
        {
            Some(walked) => walked,
            None => on_cpu(),
        }
    }
}
