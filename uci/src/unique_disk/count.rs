//! The order of the passes.

use std::ops::Range;
use std::time::Instant;

use movegen::chess::{CastlingStyle, PackedPosition, Position};
use movegen::memory::MEGABYTE;
use movegen::perft::{
    Buckets, Captured, ChildRecord, Key, LastPly, Packable as _, Progress, Record as _,
    SideKeyed as _, Stop, Survey,
};
use movegen::threads::{self, Pool, Shortage};
use serde_json::json;

use super::captured::{self, Reader};
use super::folder;
use super::folder::{
    DataFile, Folder, Identity, Part, Positions, SliceCount, number, sum, uncovered,
};
use super::stage::{Context, Cut, Stage, TOTAL};
use super::weights::{CAPTURES_WEIGHT, COUNTS_WEIGHT, ply_weight};
use super::{DiskError, DiskPlan};

/// The names of the parts of the last two passes.
const CAPTURES: &str = "captures";
const COUNTS: &str = "counts";

/// The memory for a position in a set of half to three quarters taken places.
const POSITION_BYTES: f64 = 60.0;

/// The share of captures that remain if each is kept once for each bucket that it comes from.
const DISTINCT_CAPTURES: f64 = 0.7;

/// The positions of a bucket: their set fits into a cache.
const BUCKET: f64 = 32_768.0;

/// The positions of a bucket one ply later.
const LAST_BUCKET: f64 = 65_536.0;

/// The smallest number of buckets in a planned range: a range that does not fit is halved.
const RANGE: usize = 16;

/// The number of positions in a survey.
const SAMPLE: usize = 1024;

/// A count of different positions in a folder.
#[derive(Debug)]
pub struct DiskCount<'a> {
    plan: DiskPlan<'a>,
    root: PackedPosition,
    folder: Folder,
}

/// What has been done, and on how many threads.
#[derive(Debug)]
pub struct Done {
    /// Whether the count is complete.
    pub complete: bool,
    /// The number of threads.
    pub threads: usize,
    /// Why there were fewer than requested.
    pub shortage: Option<Shortage>,
}

/// The positions of a ply and what is known about them.
struct Ply {
    number: u32,
    positions: Positions,
    /// The share of the moves to them that led to different positions.
    distinct: f64,
}

/// The name of the parts and the plan of a ply.
fn ply_name(ply: u32) -> String {
    format!("ply{ply}")
}

impl<'a> DiskCount<'a> {
    /// Opens the folder, and creates it if there is none.
    ///
    /// # Errors
    /// [`DiskError`] if it cannot be used or holds another count.
    pub fn open(root: &Position, plan: DiskPlan<'a>) -> Result<DiskCount<'a>, DiskError> {
        if plan.depth < 2 {
            return Err(DiskError::Depth);
        }
        // Without move counters: no count depends on them.
        let packed = root.pack();
        let identity = Identity {
            fen: Position::unpack(&packed).fen(CastlingStyle::Chess960),
            depth: plan.depth,
            seed: plan.seed,
            exact: plan.exact,
        };
        Ok(DiskCount {
            plan,
            root: packed,
            folder: Folder::open(plan.folder, &identity)?,
        })
    }

    /// The fraction of the work that was done before.
    ///
    /// # Errors
    /// [`DiskError`] if the folder cannot be read.
    pub fn done_before(&self) -> Result<f64, DiskError> {
        let mut done = 0.0;
        for ply in 1..=self.plan.depth - 2 {
            done += self.covered(&ply_name(ply), ply)? * ply_weight(self.plan.depth, ply);
        }
        done += self.covered(CAPTURES, self.plan.depth)? * CAPTURES_WEIGHT;
        done += self.covered(COUNTS, self.plan.depth)? * COUNTS_WEIGHT;
        Ok(done)
    }

    /// The fraction of a pass that is done, with the buckets planned for a ply.
    fn covered(&self, kind: &str, ply: u32) -> Result<f64, DiskError> {
        let Some(plan) = self.folder.read(&ply_name(ply))? else {
            return Ok(0.0);
        };
        if number(&plan, "positions").is_some() {
            return Ok(1.0);
        }
        let buckets = number(&plan, "buckets").unwrap_or(1) as usize;
        let open: usize = uncovered(&self.folder.parts(kind)?, buckets)
            .iter()
            .map(Range::len)
            .sum();
        Ok(1.0 - open as f64 / buckets as f64)
    }

    /// Counts what the folder does not hold yet. `on_ply` gets every ply from 1 on and its number of positions.
    ///
    /// # Errors
    /// [`DiskError`]; what was stored before is valid.
    pub fn run(
        &self,
        progress: &Progress,
        stop: &Stop,
        mut on_ply: impl FnMut(u32, u64),
    ) -> Result<Done, DiskError> {
        let pool = Pool::start(
            "unique",
            threads::resolve_count(self.plan.threads),
            threads::STACK,
            0,
        )
        .map_err(|shortage| DiskError::Threads(shortage.reason))?;
        progress.begin(TOTAL as u64);
        progress.add((self.done_before()? * TOTAL) as u64);
        let numbers = Position::numbers(self.plan.seed);
        let context = Context {
            folder: &self.folder,
            numbers: &numbers,
            pool: &pool,
            share: self.plan.megabytes.saturating_mul(MEGABYTE) / pool.len(),
            megabytes: self.plan.megabytes,
            progress,
            stop,
        };
        let complete = match self.finished(&mut on_ply)? {
            true => true,
            false => match self.stored_ply(&context, &mut on_ply)? {
                None => false,
                Some(ply) if self.plan.exact => {
                    self.last::<PackedPosition>(&context, &ply, &mut on_ply)?
                }
                Some(ply) => self.last::<Key>(&context, &ply, &mut on_ply)?,
            },
        };
        Ok(Done {
            complete,
            threads: pool.len(),
            shortage: pool.shortage().cloned(),
        })
    }

    /// The plies from 1 to `last` with their numbers of positions, if all of them are finished.
    fn counts(&self, last: u32) -> Result<Option<Vec<(u32, u64)>>, DiskError> {
        let mut counts = Vec::new();
        for ply in 1..=last {
            let fields = self.folder.read(&ply_name(ply))?;
            match fields.and_then(|fields| number(&fields, "positions")) {
                Some(count) => counts.push((ply, count)),
                None => return Ok(None),
            }
        }
        Ok(Some(counts))
    }

    /// The positions of the last two plies in each bucket of a complete count.
    ///
    /// # Errors
    /// [`DiskError`] if the folder does not have them.
    pub fn bucket_counts(&self) -> Result<Vec<SliceCount>, DiskError> {
        let missing = || DiskError::Buckets(self.folder.name());
        let fields = self.folder.read(&ply_name(self.plan.depth))?;
        let buckets = fields.and_then(|fields| number(&fields, "buckets"));
        let parts = self
            .folder
            .whole(COUNTS, buckets.ok_or_else(missing)? as usize)?;
        let counts = parts.iter().map(Part::buckets);
        let counts: Option<Vec<Vec<SliceCount>>> = counts.collect();
        Ok(counts.ok_or_else(missing)?.concat())
    }

    /// Whether the count was complete before. If so, reports it.
    fn finished(&self, on_ply: &mut impl FnMut(u32, u64)) -> Result<bool, DiskError> {
        let counts = self.counts(self.plan.depth)?;
        let finished = counts.is_some();
        for (ply, count) in counts.into_iter().flatten() {
            on_ply(ply, count);
        }
        Ok(finished)
    }

    /// The positions two plies before the last one. `None` after a stop.
    fn stored_ply(
        &self,
        context: &Context<'_>,
        on_ply: &mut impl FnMut(u32, u64),
    ) -> Result<Option<Ply>, DiskError> {
        let mut ply = self.found_ply()?;
        for (before, count) in self.counts(ply.number)?.into_iter().flatten() {
            on_ply(before, count);
        }
        while ply.number < self.plan.depth - 2 {
            match self.next_ply(context, &ply)? {
                Some(next) => ply = next,
                None => return Ok(None),
            }
            on_ply(ply.number, ply.positions.count()?);
        }
        Ok(Some(ply))
    }

    /// The last complete ply in the folder whose files are intact; the root if there is none.
    fn found_ply(&self) -> Result<Ply, DiskError> {
        for number in (1..=self.plan.depth - 2).rev() {
            let name = ply_name(number);
            let Some(fields) = self.folder.read(&name)? else {
                continue;
            };
            let parts = self.folder.parts(&name)?;
            // If an earlier count is lost, the plies up to here are made again. These parts are used then.
            if parts.is_empty() || self.counts(number)?.is_none() {
                continue;
            }
            let field = |name| folder::number(&fields, name).unwrap_or(0);
            let (count, buckets) = (field("positions"), field("buckets"));
            let whole = uncovered(&parts, buckets as usize).is_empty();
            let positions = Positions::Files(parts);
            if whole && positions.count()? == count && positions.are_intact()? {
                let distinct = fields.get("distinct").and_then(|value| value.as_f64());
                return Ok(Ply {
                    number,
                    positions: Positions::Files(self.folder.whole(&name, buckets as usize)?),
                    distinct: distinct.unwrap_or(1.0),
                });
            }
            log::warn!("the positions after {number} plies are damaged: they are made again");
            self.folder.remove_all(&name)?;
        }
        Ok(Ply {
            number: 0,
            positions: Positions::Root(self.root),
            distinct: 1.0,
        })
    }

    /// The number of buckets of a ply: as planned before, or as given. `kinds` are the parts with these buckets.
    fn buckets(&self, ply: u32, planned: usize, kinds: &[&str]) -> Result<Buckets, DiskError> {
        let name = ply_name(ply);
        let found = self.folder.read(&name)?;
        if let Some(buckets) = found.and_then(|fields| number(&fields, "buckets")) {
            return Ok(Buckets::new(buckets as usize));
        }
        // Parts of a plan that is lost have other buckets.
        kinds
            .iter()
            .try_for_each(|kind| self.folder.remove_all(kind))?;
        let buckets = Buckets::new(planned);
        let fields = json!({ "buckets": buckets.count() });
        self.folder.store(&name, &fields)?;
        Ok(buckets)
    }

    /// Stores the result of a ply.
    fn complete(
        &self,
        ply: u32,
        buckets: Buckets,
        positions: u64,
        distinct: f64,
    ) -> Result<(), DiskError> {
        let fields = json!({
            "buckets": buckets.count(),
            "positions": positions,
            "distinct": distinct,
        });
        self.folder.store(&ply_name(ply), &fields)
    }

    /// Checks the free space for a pass that writes `bytes` bytes, a fraction of which is already written.
    fn check_space(&self, bytes: f64, written: f64) -> Result<(), DiskError> {
        let needed = (bytes * (1.0 - written)) as u64;
        match self.folder.free() {
            Some(free) if free < needed => Err(DiskError::Space {
                folder: self.folder.name(),
                needed: needed.div_ceil(MEGABYTE as u64),
                free: free / MEGABYTE as u64,
            }),
            _ => Ok(()),
        }
    }

    /// Makes and stores the positions of the next ply.
    fn next_ply(&self, context: &Context<'_>, ply: &Ply) -> Result<Option<Ply>, DiskError> {
        let number = ply.number + 1;
        let name = ply_name(number);
        let survey = Survey::new::<Position>(&ply.positions.sample(SAMPLE)?, context.numbers);
        let moves = ply.positions.count()? as f64 * survey.moves;
        let expected = moves * ply.distinct;
        self.check_space(
            expected * size_of::<PackedPosition>() as f64,
            self.covered(&name, number)?,
        )?;
        let ranges = ranges(expected * POSITION_BYTES, context);
        let planned = ((expected / BUCKET) as usize).max(RANGE * ranges);
        let stage = Stage {
            kind: &name,
            parents: &ply.positions,
            buckets: self.buckets(number, planned, &[&name])?,
            ranges,
            weight: ply_weight(self.plan.depth, number),
        };
        let complete = context.carry_out(&stage, &|range| {
            let mut portion = context.collect(&stage, &range)?;
            let positions = portion.positions();
            let mut file = DataFile::create(self.folder.data_path(&name, &range))?;
            for place in 0..range.len() {
                file.write(PackedPosition::bytes(&portion.take(place)))?;
                context.bucket_done(&stage)?;
            }
            let fields = json!({ "positions": positions, "sha256": file.finish()? });
            Ok(self.folder.store_part(&name, &range, &fields)?)
        })?;
        if !complete {
            return Ok(None);
        }
        let parts = self.folder.whole(&name, stage.buckets.count())?;
        let positions = Positions::Files(parts);
        let count = positions.count()?;
        let distinct = (count as f64 / moves.max(1.0)).min(1.0);
        self.complete(number, stage.buckets, count, distinct)?;
        self.folder.remove_all(&ply_name(ply.number))?;
        Ok(Some(Ply {
            number,
            positions,
            distinct,
        }))
    }

    /// Counts the last two plies. Returns whether the count is complete.
    fn last<R: ChildRecord<Position>>(
        &self,
        context: &Context<'_>,
        ply: &Ply,
        on_ply: &mut impl FnMut(u32, u64),
    ) -> Result<bool, DiskError> {
        let depth = self.plan.depth;
        let survey = Survey::new::<Position>(&ply.positions.sample(SAMPLE)?, context.numbers);
        let moves = ply.positions.count()? as f64 * survey.moves;
        let expected = moves * ply.distinct;
        let last_expected = expected * survey.next_moves * ply.distinct;
        let captures = survey.next_captures * DISTINCT_CAPTURES;
        self.check_space(
            expected * captures * size_of::<R>() as f64,
            self.covered(CAPTURES, depth)?,
        )?;
        let capture_bytes = captures * size_of::<(u32, R)>() as f64 * 1.25;
        let capture_ranges = ranges(expected * (POSITION_BYTES + capture_bytes), context);
        let count_ranges = ranges(expected * POSITION_BYTES, context);
        let planned = ((last_expected / LAST_BUCKET) as usize).max(RANGE * capture_ranges);
        let buckets = self.buckets(depth, planned, &[CAPTURES, COUNTS])?;
        let stage = Stage {
            kind: CAPTURES,
            parents: &ply.positions,
            buckets,
            ranges: capture_ranges,
            weight: CAPTURES_WEIGHT,
        };
        if !context.carry_out(&stage, &|range| self.capture::<R>(context, &stage, &range))? {
            return Ok(false);
        }
        let captures = self.folder.whole(CAPTURES, buckets.count())?;
        let one = sum(&captures, "parents")?;
        let distinct = (one as f64 / moves.max(1.0)).min(1.0);
        self.complete(depth - 1, buckets, one, distinct)?;
        on_ply(depth - 1, one);
        let stage = Stage {
            kind: COUNTS,
            ranges: count_ranges,
            weight: COUNTS_WEIGHT,
            ..stage
        };
        let work = |range| self.count::<R>(context, &stage, &captures, &range);
        if !context.carry_out(&stage, &work)? {
            return Ok(false);
        }
        let counts = self.folder.whole(COUNTS, buckets.count())?;
        let other = sum(&counts, "parents")?;
        if one != other {
            let ply = depth - 1;
            return Err(DiskError::Contradiction { ply, one, other });
        }
        let positions = sum(&counts, "positions")?;
        let share = positions as f64 / (one as f64 * survey.next_moves).max(1.0);
        self.complete(depth, buckets, positions, share.min(1.0))?;
        // The results are kept; what they were made from is large.
        self.folder.remove_all(CAPTURES)?;
        self.folder.remove_all(&ply_name(ply.number))?;
        on_ply(depth, positions);
        Ok(true)
    }

    /// Stores the captures of a range.
    fn capture<R: ChildRecord<Position>>(
        &self,
        context: &Context<'_>,
        stage: &Stage<'_>,
        range: &Range<usize>,
    ) -> Result<(), Cut> {
        let mut portion = context.collect(stage, range)?;
        let parents = portion.positions();
        let mut last = LastPly::<Position, R>::new(context.numbers);
        let mut captured = Captured::<R>::new(stage.buckets);
        for place in 0..range.len() {
            last.capture(&mut portion, place, &mut captured)?;
            context.bucket_done(stage)?;
        }
        let file = DataFile::create(self.folder.data_path(stage.kind, range))?;
        let (captures, digest) = captured::write(file, captured, stage.buckets.count())?;
        let fields = json!({
            "parents": parents,
            "captures": captures,
            "sha256": digest,
        });
        Ok(self.folder.store_part(stage.kind, range, &fields)?)
    }

    /// Counts the last ply in a range.
    fn count<R: ChildRecord<Position>>(
        &self,
        context: &Context<'_>,
        stage: &Stage<'_>,
        captures: &[Part],
        range: &Range<usize>,
    ) -> Result<(), Cut> {
        let started = Instant::now();
        let mut portion = context.collect(stage, range)?;
        let parents = portion.positions();
        let buckets = stage.buckets.count();
        let readers = captures
            .iter()
            .map(|part| Reader::open::<R>(part, buckets, range.clone()));
        let mut readers = readers.collect::<Result<Vec<_>, _>>()?;
        let mut last = LastPly::<Position, R>::new(context.numbers);
        let (mut captured, mut positions) = (Vec::new(), 0);
        let mut counts = Vec::new();
        for place in 0..range.len() {
            captured.clear();
            for reader in &mut readers {
                reader.read(place, &mut captured)?;
            }
            let parents = portion.positions_in(place);
            let found = last.count(&mut portion, place, &captured)?;
            positions += found;
            counts.push(json!([parents, found]));
            context.bucket_done(stage)?;
        }
        let seconds = started.elapsed().as_secs_f64();
        let fields = json!({
            "parents": parents,
            "positions": positions,
            "buckets": counts,
            "seconds": (seconds * 1e3).round() / 1e3,
        });
        Ok(self.folder.store_part(stage.kind, range, &fields)?)
    }
}

/// The number of ranges, so that one for each thread fits into the memory: as many for each thread.
fn ranges(bytes: f64, context: &Context<'_>) -> usize {
    let threads = context.pool.len();
    let needed = (bytes / context.share.max(1) as f64).ceil() as usize;
    needed.clamp(1, Buckets::MOST / RANGE).div_ceil(threads) * threads
}
