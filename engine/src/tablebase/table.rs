//! One table: the header of its file, and the value of a position.

use std::path::Path;

use movegen::chess::{Color, Position};

use super::fault::Fault;
use super::layout::Layout;
use super::material::{MAX_MEN, Material};
use super::pairs::Pairs;
use super::source::{Cursor, Source};
use super::squares;

/// The two kinds of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// Win, draw or loss.
    Wdl,
    /// The distance to the next capture or pawn move.
    Dtz,
}

impl Content {
    /// The extension of the file's name.
    pub(super) fn extension(self) -> &'static str {
        match self {
            Content::Wdl => "rtbw",
            Content::Dtz => "rtbz",
        }
    }

    /// The first bytes of the file.
    fn magic(self) -> [u8; 4] {
        match self {
            Content::Wdl => [0x71, 0xe8, 0x23, 0x5d],
            Content::Dtz => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }
}

/// Files are a multiple of 64 bytes and a checksum of 16 bytes.
const CHECKSUM: u64 = 16;

// Flags of a table of distances.
/// Distances are stored for Black (in a pawn table, for the side of the second name) only.
const STORED_FOR_BLACK: u8 = 1;
/// Distances are numbers in a list.
const LISTED: u8 = 2;
/// Distances of wins are in plies, not in moves.
const WINS_IN_PLIES: u8 = 4;
/// Distances of losses are in plies, not in moves.
const LOSSES_IN_PLIES: u8 = 8;
/// The list has numbers of 16 bits.
const WIDE_LIST: u8 = 16;

/// The values for one side to move and one file of the leading pawn.
#[derive(Debug)]
struct Part {
    layout: Layout,
    pairs: Pairs,
}

/// The values for one file of the leading pawn, or all values if there are no pawns.
#[derive(Debug)]
struct FileTable {
    /// One part for each side to move, or a single one.
    parts: Vec<Part>,
    flags: u8,
    /// The lists of distances of wins, losses, cursed wins and blessed losses.
    lists: [Vec<u16>; 4],
}

/// A table of one kind for one material.
#[derive(Debug)]
pub(super) struct Table {
    source: Source,
    content: Content,
    material: Material,
    /// One for each distance of the leading pawn's file from the edge, or a single one.
    files: Vec<FileTable>,
}

/// The distance that a table has for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Distance {
    /// In plies.
    Plies(i32),
    /// It is stored for the other side to move only.
    OtherSide,
}

/// Checks the length and the first bytes of a file.
pub(super) fn check_file(path: &Path, content: Content) -> Result<(), Fault> {
    open(path, content).map(|_| ())
}

fn open(path: &Path, content: Content) -> Result<Source, Fault> {
    let source = Source::open(path).map_err(|error| Fault::Unreadable(error.kind()))?;
    if source.length() % 64 != CHECKSUM {
        return Err(Fault::Length(source.length()));
    }
    if Cursor::new(&source).array()? != content.magic() {
        return Err(Fault::Magic);
    }
    Ok(source)
}

impl Table {
    /// Reads the header of a file.
    pub(super) fn open(path: &Path, content: Content, material: Material) -> Result<Table, Fault> {
        let source = open(path, content)?;
        let files = read_header(&source, content, material)?;
        Ok(Table {
            source,
            content,
            material,
            files,
        })
    }

    /// The result of a position, from -2 (loss) to 2 (win), if no capture is better. `mirrored`
    /// says that Black has the pieces of the first side in the table's name.
    pub(super) fn wdl(&self, position: &Position, mirrored: bool) -> Result<i32, Fault> {
        let (part, _, _) = self.find(position, mirrored)?;
        match part {
            Some((part, number)) => match part.pairs.value(&self.source, number)? {
                value @ 0..=4 => Ok(i32::from(value) - 2),
                _ => Err(Fault::Damaged("it has a value that is no result")),
            },
            None => Err(Fault::Damaged("it lacks a side to move")),
        }
    }

    /// The distance of a position with this result, which must not be a draw.
    pub(super) fn dtz(
        &self,
        position: &Position,
        mirrored: bool,
        wdl: i32,
    ) -> Result<Distance, Fault> {
        let (part, file, second_side) = self.find(position, mirrored)?;
        let stored_for_second = file.flags & STORED_FOR_BLACK != 0;
        if !self.material.is_symmetric() && stored_for_second != second_side {
            return Ok(Distance::OtherSide);
        }
        let Some((part, number)) = part else {
            return Err(Fault::Damaged("it lacks a side to move"));
        };
        let mut value = part.pairs.value(&self.source, number)?;
        if file.flags & LISTED != 0 {
            let list = match wdl {
                2 => 0,
                -2 => 1,
                1 => 2,
                _ => 3,
            };
            value = *file.lists[list]
                .get(usize::from(value))
                .ok_or(Fault::Damaged("it has a distance that is not in its list"))?;
        }
        let in_plies = match wdl {
            2 => file.flags & WINS_IN_PLIES != 0,
            -2 => file.flags & LOSSES_IN_PLIES != 0,
            _ => false,
        };
        let value = i32::from(value);
        Ok(Distance::Plies(
            if in_plies { value } else { 2 * value } + 1,
        ))
    }

    /// The part with the position, its number there, the table of its file, and whether the side to
    /// move is the second one.
    #[expect(clippy::type_complexity)]
    fn find(
        &self,
        position: &Position,
        mirrored: bool,
    ) -> Result<(Option<(&Part, u64)>, &FileTable, bool), Fault> {
        let black_moves = position.turn() == Color::Black;
        // With the same pieces on both sides, only positions with White to move are stored.
        let (flipped, second_side) = if self.material.is_symmetric() {
            (black_moves, false)
        } else {
            (mirrored, black_moves != mirrored)
        };
        let has_pawns = self.material.has_pawns();
        let rank_flip = if flipped && has_pawns { 56 } else { 0 };
        let squares_of = |piece: movegen::chess::Piece| {
            let color = if flipped { !piece.color } else { piece.color };
            let squares = position.squares_of(color.piece(piece.kind)).into_iter();
            squares.map(move |square| square.index() ^ rank_flip)
        };
        let mut file = &self.files[0];
        let mut leading = None;
        if has_pawns {
            let pawn = file.parts[0].layout.pieces()[0];
            leading = squares_of(pawn).max_by_key(|&square| squares::pawn_number(square));
            let distance = leading.map(squares::edge_distance);
            file = distance
                .and_then(|index| self.files.get(index))
                .unwrap_or(file);
        }
        let index = match self.content {
            Content::Wdl => usize::from(second_side),
            Content::Dtz => 0,
        };
        let Some(part) = file.parts.get(index) else {
            return Ok((None, file, second_side));
        };
        let mut all = arrayvec::ArrayVec::<squares::Index, MAX_MEN>::new();
        for equal in part.layout.pieces().chunk_by(|a, b| a == b) {
            all.extend(squares_of(equal[0]));
        }
        if let Some(leading) = leading {
            let place = all.iter().position(|&square| square == leading);
            all.swap(0, place.unwrap_or(0));
        }
        let number = part.layout.number(&mut all);
        let number = number.ok_or(Fault::Damaged("the position has no place in it"))?;
        Ok((Some((part, number)), file, second_side))
    }
}

/// Reads the layouts, the descriptions of the compression, and where everything is.
fn read_header(
    source: &Source,
    content: Content,
    material: Material,
) -> Result<Vec<FileTable>, Fault> {
    const SPLIT: u8 = 1;
    const PAWNS: u8 = 2;
    let mut cursor = Cursor::new(source);
    let _magic: [u8; 4] = cursor.array()?;
    let flags = cursor.u8()?;
    let has_pawns = material.has_pawns();
    if (flags & PAWNS != 0) != has_pawns {
        return Err(Fault::Damaged("its pieces are not those of its name"));
    }
    let split = content == Content::Wdl && flags & SPLIT != 0;
    if content == Content::Wdl && split == material.is_symmetric() {
        return Err(Fault::Damaged("it has the wrong number of sides to move"));
    }
    let sides = if split { 2 } else { 1 };
    let count = if has_pawns { 4 } else { 1 };
    let mut layouts = Vec::new();
    for edge_distance in 0..count {
        layouts.push(read_layouts(&mut cursor, material, sides, edge_distance)?);
    }
    cursor.align(2);
    let mut files = Vec::new();
    for layouts in layouts {
        let (mut parts, mut flags) = (Vec::new(), 0);
        for layout in layouts {
            let single = content == Content::Wdl;
            let pairs;
            (flags, pairs) = Pairs::read(&mut cursor, layout.size, single)?;
            parts.push(Part { layout, pairs });
        }
        let lists = Default::default();
        files.push(FileTable {
            parts,
            flags,
            lists,
        });
    }
    if content == Content::Dtz {
        for file in &mut files {
            file.lists = read_lists(&mut cursor, file.flags)?;
        }
        cursor.align(2);
    }
    let mut place = |place: fn(&mut Pairs, &mut Cursor<'_>) -> Result<(), Fault>| {
        let mut parts = files.iter_mut().flat_map(|file| &mut file.parts);
        parts.try_for_each(|part| place(&mut part.pairs, &mut cursor))
    };
    place(Pairs::place_index)?;
    place(Pairs::place_sizes)?;
    place(Pairs::place_blocks)?;
    Ok(files)
}

/// Reads the layouts for each side to move. The values for the first side are in the lower half of
/// each byte, those for the second side in the upper half.
fn read_layouts(
    cursor: &mut Cursor<'_>,
    material: Material,
    sides: usize,
    edge_distance: usize,
) -> Result<Vec<Layout>, Fault> {
    let first_order = cursor.u8()?;
    let second_order = if material.pawns().1 > 0 {
        Some(cursor.u8()?)
    } else {
        None
    };
    let mut codes = Vec::new();
    for _ in 0..material.men() {
        codes.push(cursor.u8()?);
    }
    (0..sides)
        .map(|side| {
            let half = |byte: u8| byte >> (4 * side) & 0xf;
            let orders =
                [Some(first_order), second_order].map(|order| order.map(|byte| half(byte).into()));
            let codes: Vec<u8> = codes.iter().map(|&byte| half(byte)).collect();
            Layout::new(material, &codes, orders, edge_distance)
        })
        .collect()
}

/// Reads the lists of distances, if there are any.
fn read_lists(cursor: &mut Cursor<'_>, flags: u8) -> Result<[Vec<u16>; 4], Fault> {
    let mut lists: [Vec<u16>; 4] = Default::default();
    if flags & LISTED == 0 {
        return Ok(lists);
    }
    let wide = flags & WIDE_LIST != 0;
    if wide {
        cursor.align(2);
    }
    for list in &mut lists {
        let len = if wide {
            cursor.u16()?
        } else {
            cursor.u8()?.into()
        };
        for _ in 0..len {
            list.push(if wide {
                cursor.u16()?
            } else {
                cursor.u8()?.into()
            });
        }
    }
    Ok(lists)
}
