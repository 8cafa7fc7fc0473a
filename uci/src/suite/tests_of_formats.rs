//! The formats of other programs: which are read, and what is an error instead of a guess.

use super::*;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Mirrored Position 4 of the wiki: 6 moves, 264 leaves at depth 2.
const SIX_MOVES: &str = "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1";

/// The name of a position and its counts.
type NamedCounts = (Option<String>, Vec<(u32, u128)>);

/// The text with `FEN` replaced, read as a suite: the name of each position and its counts.
fn read(text: &str) -> Result<Vec<NamedCounts>, SuiteError> {
    let cases = parse(&text.replace("FEN", START))?;
    let parts = cases.into_iter().map(|case| {
        assert_eq!(case.text, START);
        (case.name, case.expected)
    });
    Ok(parts.collect())
}

/// That the text is read as one position with this name and these counts.
#[track_caller]
fn assert_reads(text: &str, name: Option<&str>, expected: &[(u32, u128)]) {
    let found = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let wanted = (name.map(str::to_owned), expected.to_vec());
    assert_eq!(found, [wanted], "{text}");
}

#[test]
fn lines_of_other_programs() {
    let three = [(1, 20), (2, 400), (3, 8902)];
    for text in [
        "FEN,20,400,8902",
        "\"FEN\",20,400,8902",
        "FEN;20;400;8902",
        "FEN\t20\t400\t8902",
        "FEN ;d1 20 ;d2 400 ;d3 8902",
        "FEN ;D1: 20 ;D2: 400 ;D3: 8,902",
        "FEN ;D1=20 ;D2=400 ;D3=8_902",
        "FEN\tD1 20\tD2 400\tD3 8902",
        "FEN\t;D1 20\t;D2 400\t;D3 8902",
        "FEN; 1 20; 2 400; 3 8902",
        "FEN, 1: 20, 2: 400, 3: 8902",
        "FEN; perft 1 = 20; perft 2 = 400; perft 3 = 8902",
        "FEN: perft(1) = 20; perft(2) = 400; perft(3) = 8'902;",
        "// the start\n\nstartpos ;D1 20 ;D2 400 ;D3 8902",
        "FEN ;D1 20 ;D2 400 ;D3 8902 // by hand",
        "FEN,20,400,8902 # by hand",
        "\"FEN\", 20, 400, 8902 // by hand",
        "FEN ;D1 20 ;D2 400 ;D3 8902 ;\r\n",
        "\u{feff}FEN,20,400,8902,\r\n",
        "startpos,20,400,8902",
        "fen,nodes\nstartpos,20,400,8902",
        "| # | Depth 1 | Depth 2 | Depth 3 | Position |\n| --- | ---: | :---: | --- | --- |\n| 1 | 20 | 400 | 8902 | `FEN` |",
    ] {
        assert_reads(text, None, &three);
    }
}

#[test]
fn a_name_may_come_first() {
    for (text, name) in [
        ("start; FEN; perft 3 = 8902", "start"),
        ("start position: FEN; 3 8902", "start position"),
        ("\"start\", \"FEN\", 3, 8902", "start"),
        ("    {\"initial/d3\", \"FEN\", 3, 8902UL},", "initial/d3"),
        ("(\"start\", \"FEN\", 3, 8_902),", "start"),
        ("start;   FEN;    3; 8902", "start"),
        ("name=\"start\" fen=\"FEN\" depth=3 nodes=8902", "start"),
        ("name: start, fen: 'FEN', depth: 3, nodes: 8902", "start"),
        ("name,fen,depth,nodes\nstart,FEN,3,8902", "start"),
    ] {
        assert_reads(text, Some(name), &[(3, 8902)]);
    }
}

#[test]
fn a_heading_names_the_columns() {
    for text in [
        "fen,d1,d2,d3\nFEN,20,400,8902",
        "id;depth 1;depth 2;depth 3;EPD\n;20;400;8902;FEN",
        "source\tfen\t1\t2\t3\twinner\nwiki\tFEN\t20\t400\t8,902\tnone",
        "fen|perft1|perft2|perft3|\nFEN|20|400|8902|",
        "name,fen,expected*\n,FEN,20,400,8902",
        "fen;nodes\nFEN;20;400;8902;",
        "\"fen\",\"d1\",\"d2\",\"d3\"\n\"FEN\",\"20\",\"400\",\"8,902\"",
    ] {
        assert_reads(text, None, &[(1, 20), (2, 400), (3, 8902)]);
    }
    // An empty cell is a count that is not known.
    assert_reads("fen,d1,d2,d3\nFEN,20,,8902", None, &[(1, 20), (3, 8902)]);
}

#[test]
fn json() {
    let three = [(1, 20), (2, 400), (3, 8902)];
    for text in [
        r#"[{"fen": "FEN", "nodes": [20, 400, 8902]}]"#,
        r#"[{"fen": "FEN", "nodes": {"1": 20, "2": 400, "3": 8902}}]"#,
        r#"{"fen": "FEN", "D1": 20, "D2": 400, "D3": 8902, "captures": 34}"#,
        r#"[{"fen": "rnbqkbnr\/pppppppp\/8\/8\/8\/8\/PPPPPPPP\/RNBQKBNR w KQkq - 0 1", "perft": {"1": 20, "2": 400, "3": 8902}},]"#,
        r#"{"FEN": [20, 400, 8902]}"#,
        "{\n  \"tests\": [\n    {\"position\": \"FEN\",\n     \"depths\": [\n\
         {\"depth\": 1, \"nodes\": 20}, {\"depth\": 2, \"nodes\": 400},\n\
         {\"depth\": 3, \"nodes\": \"8,902\"}]}\n  ]\n}\n",
    ] {
        assert_reads(text, None, &three);
    }
    let lines = read(
        "[\n  {\n    \"depth\": 1,\n    \"nodes\": 20,\n    \"fen\": \"FEN\"\n  },\n  \
         {\"depth\": 2, \"nodes\": 400, \"fen\": \"FEN\", \"name\": \"a } in \\\"quotes\\\"\"}\n]\n",
    );
    assert_eq!(
        lines.expect("a suite"),
        [
            (None, vec![(1, 20)]),
            (Some("a } in \"quotes\"".to_owned()), vec![(2, 400)])
        ]
    );
}

/// A row of the corpus of The Grand Chess Tree: 0 is a count that is not known, and the links are comments.
#[test]
fn json_of_the_grand_chess_tree() {
    let row = |counts| {
        format!(
            r#"{{"fen_key": "x", "fen": "{START}", "tags": ["castling"], {counts}, "divide_d1": {{"a2a3": 1}}, "source_urls": ["https://a.org", "https://b.org"]}}"#
        )
    };
    let known = r#""d1": 20, "d2": 400, "d3": 0, "d4": 0"#;
    let unknown = r#""d1": 0, "d2": 0"#;
    let cases = parse(&[row(known), row(unknown)].join("\n")).expect("a suite");
    let found: Vec<_> = cases.iter().map(|case| &case.expected[..]).collect();
    assert_eq!(found, [&[(1, 20), (2, 400)][..], &[]]);
    assert_eq!(cases[0].comments, ["https://a.org", "https://b.org"]);
    // Elsewhere, 0 is a count.
    assert_reads(
        r#"{"fen": "FEN", "D1": 20, "D2": 0, "url": "https://a.org"}"#,
        None,
        &[(1, 20), (2, 0)],
    );
}

#[test]
fn comments_of_epd() {
    for text in [
        "FEN ;D1 20 ;c0 \"first\" ;c1 \"second\"",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c0 \"first\"; c1 \"second\"; ;D1 20",
    ] {
        let cases = parse(&text.replace("FEN", START)).expect("a suite");
        assert_eq!(cases[0].comments, ["first", "second"], "{text}");
        assert_eq!(cases[0].expected, [(1, 20)], "{text}");
    }
}

/// Tables of source code, without the code around them.
#[test]
fn tables_of_source_code() {
    let three = [(1, 20), (2, 400), (3, 8902)];
    for text in [
        // C and C++
        "{\"FEN\", {20, 400, 8902}},",
        "    { \"FEN\", { 20ULL, 400ULL, 8'902ULL } }, // the start",
        "static const Case cases[] =\n{\n  { \"FEN\",\n    {{1, 20}, {2, 400}, {3, 8902}} }, /* more\n later */\n};",
        "cases.push_back({\"FEN\", {20, 400, 8902}});",
        // Rust
        "Case {\n    fen: \"FEN\".to_owned(),\n    counts: &[(1, 20), (2, 400), (3, 8_902_u64)],\n},",
        "pub const CASES: [(&'static str, [u64; 3]); 1] = [(\"FEN\", [20, 400, 8_902])];",
        "Case { fen: \"FEN\", depth: vec![1, 2, 3], nodes: vec![20, 400, 8902] },",
        "(\"FEN\", vec![(1, 20), (2, 400), (3, 8902)]),",
        // Go, Java, C#, Kotlin
        "{\n\tFen: \"FEN\",\n\tExpected: []Count{\n\t\t{Depth: 1, Nodes: 20},\n\t\t{Depth: 2, Nodes: 400},\n\t\t{Depth: 3, Nodes: 8902},\n\t},\n},",
        "new Case(\"FEN\", new long[] { 20L, 400L, 8902L }),",
        // Zig
        ".{ .fen = \"FEN\", .nodes = &.{ 20, 400, 8902 } },",
        // Python, JavaScript, Lua
        "CASES = [\n    ('FEN', {1: 20, 2: 400, 3: 8902}),  # the start\n]",
        "const cases = [\n  {\n    fen: 'FEN',\n    results: { 1: 20, 2: 400, 3: 8902 },\n    tags: ['easy'],\n  },\n];",
        "cases = { { fen = \"FEN\", d1 = 20, d2 = 400, d3 = 8902 } }",
        "{\"FEN\": [(1, 20), (2, 400), (3, 8902)]}",
    ] {
        assert_reads(text, None, &three);
    }
    for (text, name) in [
        ("    {\"start\", \"FEN\", 3, 8902UL},", "start"),
        ("(\"start\", \"FEN\", 3, 8_902),", "start"),
        ("perft!(\"FEN\", 3, 8902, \"start\");", "start"),
        ("  [3, 8902, \"FEN\", \"start\"],\n]", "start"),
        (
            ".{ .name = \"start\", .fen = \"FEN\", .depth = 3, .expected_nodes = 8902 },",
            "start",
        ),
        (
            "{ .fen = \"FEN\",\n  .depth = 3,\n  .nodes = 8902ull, .name = L\"start\" }",
            "start",
        ),
        (
            "{ .fen = u8\"FEN\", .depth = 3, .nodes = 8902, .name = u8\"start\" }",
            "start",
        ),
        ("\"start\": (\"FEN\", {3: 8902}),", "start"),
        (
            "{\"start\": {\"fen\": \"FEN\", \"expected\": {3: 8902}}}",
            "start",
        ),
    ] {
        assert_reads(text, Some(name), &[(3, 8902)]);
    }
    let from_zero = [(0, 1), (1, 20), (2, 400)];
    assert_reads("{\"FEN\", {1, 20, 400}},", None, &from_zero);
    let cases = parse(
        "[\n  [\"4k3/8/8/8/8/8/8/4K3 w - -\", 1, 5],\n  [\"4k3/8/8/8/8/8/8/4K3 b - -\", 1, 5],\n]",
    );
    let cases = cases.expect("a suite");
    assert_eq!(
        cases.iter().map(|case| case.line).collect::<Vec<_>>(),
        [2, 3]
    );
}

#[test]
fn yaml_and_toml() {
    for text in [
        "- name: start\n  fen: FEN\n  depth: 3\n  nodes: 8902\n",
        "---\npositions:\n  - fen: \"FEN\"  # the start\n    name: start\n    nodes:\n      3: 8_902\n",
        "- fen: FEN\n  name: 'start'\n  perft: {3: 8902}\n  tags: [a, b]\n",
        "- {name: start, fen: FEN, depth: 3, nodes: 8902}",
        "[[position]]\nname = \"start\"\nfen = \"FEN\"\ndepth = 3\nnodes = 8902\n",
        "[start]\nname = \"start\"\nfen = 'FEN'\ncounts = [[3, 8902]]",
        "name: start\nfen: FEN\nd3: 8902",
        "id = 'start'\nepd = 'FEN '\nperft = {3 = 8902}",
    ] {
        assert_reads(text, Some("start"), &[(3, 8902)]);
    }
    for text in [
        "- fen: FEN\n  nodes: [20, 400]\n- fen: FEN\n  depth: 3\n  nodes: 8902",
        "fen = \"FEN\"\nnodes = [20, 400]\n\nfen = \"FEN\"\ndepth = 3\nnodes = 8902",
        "[[position]]\nfen = \"FEN\"\nnodes = [20, 400]\n[[position]]\ndepth = 3\nnodes = 8902\nfen = \"FEN\"",
        "fen: FEN\nnodes: [20, 400]\nFEN ;D3 8902",
        "fen: FEN\nnodes: [20, 400]\nepd FEN\nperft 3 8902",
    ] {
        let found = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let both = [(None, vec![(1, 20), (2, 400)]), (None, vec![(3, 8902)])];
        assert_eq!(found, both, "{text}");
    }
    // A position is on the line of its first field.
    let board = "4k3/8/8/8/8/8/8/4K3 w - -";
    let text = format!("fen: {board}\ndepth: 1\nnodes: 5\n\nfen: {board}\ndepth: 1\nnodes: 5");
    let cases = parse(&text).expect("a suite");
    let lines: Vec<_> = cases.iter().map(|case| case.line).collect();
    assert_eq!(lines, [1, 5]);
    // The greatest depth of a pair.
    assert_reads("fen = 'FEN'\ncounts = [[15, 8902]]", None, &[(15, 8902)]);
}

/// Several numbers are counts from depth 1 or 0 on. A depth, its count and other numbers would be read wrongly.
#[test]
fn many_numbers_are_counts() {
    for (numbers, expected) in [
        ("20,400,8902", [(1, 20), (2, 400), (3, 8902)].as_slice()),
        ("1,20,400", &[(0, 1), (1, 20), (2, 400)]),
        ("19,400,8902", &[(1, 19), (2, 400), (3, 8902)]),
        ("20,401,8902", &[(1, 20), (2, 401), (3, 8902)]),
    ] {
        assert_reads(&format!("FEN,{numbers}"), None, expected);
    }
    for numbers in ["3,8902,34", "1,20,0", "1,19,400", "8902,3", "20,1", "20,3"] {
        let found = read(&format!("FEN,{numbers}"));
        let unclear = matches!(found, Err(SuiteError::Unlabelled { line: 1, .. }));
        let counts_from_zero = numbers == "1,20,0" && found.is_ok();
        assert!(unclear || counts_from_zero, "{numbers}: {found:?}");
    }
}

/// Two numbers may be a depth and a count or two counts. The rules decide, or it is an error.
#[test]
fn two_numbers_are_read_as_what_they_can_be() {
    let counts = |fen: &str, numbers: &str| {
        let cases = parse(&format!("{fen},{numbers}"))?;
        Ok::<_, SuiteError>(cases[0].expected.clone())
    };
    for (fen, numbers, expected) in [
        (START, "20,400", [(1, 20), (2, 400)].as_slice()),
        (START, "20,401", &[(1, 20), (2, 401)]),
        (START, "19,400", &[(1, 19), (2, 400)]),
        (START, "4,197281", &[(4, 197_281)]),
        (START, "1,20", &[(1, 20)]),
        (START, "0,1", &[(0, 1)]),
        (SIX_MOVES, "6,264", &[(1, 6), (2, 264)]),
        (SIX_MOVES, "6,706045033", &[(6, 706_045_033)]),
        (SIX_MOVES, "3,9467", &[(3, 9467)]),
    ] {
        assert_eq!(counts(fen, numbers).expect(numbers), expected, "{numbers}");
    }
    let error = counts(SIX_MOVES, "6,265").expect_err("ambiguous");
    assert_eq!(
        error.to_string(),
        "line 1, column 66: `6 265` may be a depth and its count, or the counts at depth 1 and 2; \
         write `;D6 265` or `;D1 6 ;D2 265`"
    );
}

/// A line that is read in part would hide a count.
#[test]
fn nothing_in_a_line_is_skipped() {
    for text in [
        "FEN,20,400,x",
        "FEN,20 400,8902",
        "FEN;4865609",
        "FEN; perft 3 = 8902; perft 4",
        "FEN; perft 3 = 8902 perft 4 = 197281",
        "FEN;20;400 9",
        "start FEN; 3 8902",
        "startpos",
        "startpos 20 400",
        "startpos ;D1 20 moves e2e4",
        "name=start fen=\"FEN\" depth=3 nodes=8902 and more",
        "FEN ;D1 2,0",
        "FEN, 6, 119060324, Opening, 20, c2c4",
        "FEN 5 4865609",
        "FEN ;D0 30 ;D1 948",
        "{\"FEN\", START_DEPTH, 20, 400}",
        "{\"FEN\", 3, {20, 400, 8902}}",
        "{\"FEN\", {20, 1}, {400, 2}}",
        "{\"FEN\", {{20, 1}, {400, 2}}}",
        "{\"FEN\", \"FEN\", 20, 400}",
        "{\"FEN\", {20, 400}, {0, 0}}",
        "{\"FEN\"}, {20, 400}",
        "{20, 400, 8902}",
        "[[20, 400], \"FEN\", 3]",
        "{\"FEN\": 20}",
        "{\"fen\": \"FEN\", \"nodes\": 20, \"count\": 20, \"depth\": 1}",
        "{\"fen\": \"FEN\", \"depth\": [1, 2], \"nodes\": [20]}",
        "{\"fen\": \"FEN\", \"depth\": 3, \"nodes\": [20, 400]}",
        "assert_eq!(perft(\"FEN\", 3), 8902);",
        "int main() { return perft(3); }",
        "[Event \"a game\"]",
        "[\"fen\", \"nodes\"],\n[\"FEN\", 20, 400],",
        "- fen: FEN\n  nodes:\n    - 20\n    - 400",
        "- fen: FEN\n- depth: 1\n  nodes: 20",
        "fen: FEN\nnodes: [20,\n 400]",
        "- fen: FEN\n  nodes: [20]\n  more: [{fen: FEN, nodes: [20]}]",
        "[{\"fen\": \"FEN\", \"nodes\": [20]}, {\"depth\": 2, \"nodes\": 400}]",
        "fen,nodes\nFEN,8902",
        "FEN ;D1 20,00",
        "FEN ;D1 4,865_609",
    ] {
        assert!(read(text).is_err(), "{text}: {:?}", read(text));
    }
}

#[test]
fn errors_of_entries() {
    for (text, expected) in [
        (
            "fen,depth,nodes\nFEN,3",
            "line 2: the entry has no count (`nodes`)",
        ),
        (
            "fen,depth,nodes\nFEN,,8902",
            "line 2: the entry has no depth (`depth`)",
        ),
        ("fen,d1\n,20", "line 2: the entry has no position (`fen`)"),
        (
            "fen,d1\nFEN,20,400",
            "line 2: 3 columns, but the heading has 2",
        ),
        (
            "fen=\"FEN\" depth=3",
            "line 1: the entry has no count (`nodes`)",
        ),
        (
            r#"{"fen": "FEN"}"#,
            "line 1: the entry has no count (`nodes`)",
        ),
        (
            "[\n{\"depth\": 1, \"nodes\": 20}]",
            "line 2: the entry has no position (`fen`)",
        ),
        (
            "[\n{\"fen\": \"FEN\",",
            "line 2: the bracket that opens here is not closed",
        ),
        (
            "[\n{\"fen\": \"FEN\"}\n20]",
            "line 2: the entry has no count (`nodes`)",
        ),
        ("[\n] x", "line 2: the entry has no position (`fen`)"),
        (
            r#"{"fen": "FEN", "d1": 20, "nodes": [20]}"#,
            "line 1, column 1: depth 1 is given twice for this position",
        ),
        (
            r#"{"fen": "FEN", "nodes": [20, -400]}"#,
            "line 1, column 1: found the count `-400`; allowed is a whole number of at most 128 bits, digits only",
        ),
        (
            r#"{"fen": "FEN", "depth": 256, "nodes": 20}"#,
            "line 1, column 1: a depth is a whole number from 0 to 255, found '256'",
        ),
    ] {
        let error = read(text).expect_err(text).to_string();
        assert_eq!(error, expected, "{text}");
    }
    let error = read("FEN, 6, 119060324, Opening").expect_err("a word");
    assert_eq!(
        error.to_string(),
        "line 1, column 57: found `, 6, 119060324, Opening`; allowed is `D` with a depth, a blank and a count, such as `;D2 400`"
    );
    let error = read("/* a comment */").expect_err("no FEN").to_string();
    assert!(error.starts_with("line 1: found `/*`"), "{error}");
    let error = read("{\"FEN\", {20, 400}, 2},")
        .expect_err("a number")
        .to_string();
    assert!(
        error.starts_with("line 1: cannot tell what `2` is"),
        "{error}"
    );
    let error = read("FEN ;D0 30 ;D1 948").expect_err("depth 0");
    assert_eq!(
        error.to_string(),
        "line 1, column 62: found the count 30 at depth 0, where a position has one leaf; \
         perhaps depth 0 stands for depth 1"
    );
    let closed = |number| {
        format!(
            "{}\"FEN\", [3, 8902]{}",
            "[".repeat(number),
            "]".repeat(number)
        )
    };
    assert_reads(&closed(63), None, &[(3, 8902)]);
    read(&closed(64)).expect_err("more brackets than allowed");
    let deep = "[".repeat(100_000);
    let error = read(&deep).expect_err("too deep").to_string();
    assert!(error.starts_with("line 1: more brackets"), "{error}");
}
