//! Requests and answers as JSON.

use bindings::{
    BugKind, Counting, Error, Game, Given, Positions, Question, Stop, Verdict, compare_divide,
    explain, find_bug, rules, why,
};
use serde_json::{Map, Value, json};

/// Why there is no answer.
#[derive(Debug)]
enum Failure {
    /// The request is not one.
    Request(String),
    /// Canopy refuses it.
    Canopy(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Canopy(error)
    }
}

/// Answers a request. `ask` gets `{"fen", "moves", "depth"}` and returns `{"text"}`, a divide, or
/// `{"error"}`.
///
/// A request is an object with the name of a function in `do` and its arguments: `fen`, `moves` (text),
/// `depth`, `move`, `text`, `also` (totals), `variant` (a name). The answer has `value` or `error`. Counts are texts, because a number of
/// JavaScript holds only 53 bits.
///
/// ```
/// use canopy_wasm::request::answer;
/// let request = r#"{"do": "perft", "fen": "startpos", "depth": 3}"#;
/// assert_eq!(answer(request, &mut |_| unreachable!()), r#"{"value":"8902"}"#);
/// ```
pub fn answer(request: &str, ask: &mut dyn FnMut(&str) -> String) -> String {
    let value = serde_json::from_str(request)
        .map_err(|error| Failure::Request(format!("the request is not JSON: {error}")))
        .and_then(|request: Value| Request(request).run(ask));
    match value {
        Ok(value) => json!({ "value": value }),
        Err(Failure::Request(text)) => json!({ "error": { "kind": "request", "text": text } }),
        Err(Failure::Canopy(error)) => {
            let kind = match error {
                Error::Variant { .. } => "request",
                _ if error.is_about_position() => "position",
                Error::Why(_) => "text",
                _ => "count",
            };
            json!({ "error": { "kind": kind, "text": error.to_string() } })
        }
    }
    .to_string()
}

struct Request(Value);

impl Request {
    fn run(&self, ask: &mut dyn FnMut(&str) -> String) -> Result<Value, Failure> {
        match self.text("do")? {
            "perft" => Ok(json!(self.counting()?.perft(&self.game()?)?.to_string())),
            "divide" => self.divide(),
            "statistics" => {
                let counted = self.counting()?.statistics(&self.game()?)?;
                Ok(numbers(counted))
            }
            "position" => Ok(position(&self.game()?)),
            "explain" => Ok(verdict(explain(&self.game()?, self.text("move")?)?)),
            "compare" => self.compare(),
            "find_bug" => self.find_bug(ask),
            "why" => self.why(),
            other => Err(Failure::Request(format!("unknown function {other:?}"))),
        }
    }

    /// An argument; `None` if it is missing or null.
    fn given(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    fn text(&self, name: &str) -> Result<&str, Failure> {
        let text = self.0.get(name).and_then(Value::as_str);
        text.ok_or_else(|| Failure::Request(format!("{name}: expected a string")))
    }

    /// The moves to play first.
    fn moves(&self) -> Result<&str, Failure> {
        self.given("moves").map_or(Ok(""), |_| self.text("moves"))
    }

    fn variant(&self) -> Result<&str, Failure> {
        let name = self.given("variant").map(|_| self.text("variant"));
        name.unwrap_or(Ok("chess"))
    }

    fn chess960(&self) -> Option<bool> {
        self.given("chess960").and_then(Value::as_bool)
    }

    fn depth(&self) -> Result<u32, Failure> {
        let depth = self.0.get("depth").and_then(Value::as_u64);
        depth
            .and_then(|depth| u32::try_from(depth).ok())
            .ok_or_else(|| Failure::Request("depth: expected a whole number".to_owned()))
    }

    fn counting(&self) -> Result<Counting, Failure> {
        Ok(Counting::new(self.depth()?).threads(1))
    }

    fn game(&self) -> Result<Game, Failure> {
        let (fen, moves, chess960) = (self.text("fen")?, self.moves()?, self.chess960());
        Ok(Game::of_variant(self.variant()?, fen, moves, chess960)?)
    }

    fn divide(&self) -> Result<Value, Failure> {
        let lines = self.counting()?.divide(&self.game()?)?.into_iter();
        let lines = lines.map(|(mv, leaves)| json!([mv, leaves.to_string()]));
        Ok(lines.collect())
    }

    fn compare(&self) -> Result<Value, Failure> {
        let found = compare_divide(&self.game()?, self.depth()?, self.text("text")?)?;
        let lines = found.lines.iter().map(|line| {
            json!({
                "uci": line.uci,
                "san": line.san,
                "ours": line.ours.to_string(),
                "theirs": line.theirs.map(|leaves| leaves.to_string()),
            })
        });
        let extra = found.extra.iter();
        Ok(json!({
            "lines": lines.collect::<Value>(),
            "extra": extra.map(|(mv, reason)| json!({ "move": mv, "reason": reason })).collect::<Value>(),
            "repeated": found.repeated,
            "unreadable": found.unreadable,
            "total": found.total.map(|(sum, total)| json!({ "sum": sum.to_string(), "total": total.to_string() })),
            "same": found.same,
        }))
    }

    /// The fields of `canopy why --json`, and the `text` that it prints without this flag.
    fn why(&self) -> Result<Value, Failure> {
        let fen = self.given("fen").map(|_| self.text("fen")).transpose()?;
        let depth = self.given("depth").map(|_| self.depth()).transpose()?;
        let given = Given {
            fen: fen.map(str::to_owned),
            moves: self
                .moves()?
                .split_whitespace()
                .map(str::to_owned)
                .collect(),
            depth,
            chess960: self.chess960().unwrap_or(false),
            rules: rules(self.variant()?)?,
        };
        let answers = self.given("also").map_or(Ok(Vec::new()), totals)?;
        let why = why(self.text("text")?, &given, &answers, &Stop::new())?;
        let mut fields = why.fields();
        fields.insert("text".to_owned(), json!(why.to_string()));
        Ok(Value::Object(fields))
    }

    fn find_bug(&self, ask: &mut dyn FnMut(&str) -> String) -> Result<Value, Failure> {
        let positions = match self.given("positions") {
            None => Positions::BuiltIn {
                chess960: self.chess960().unwrap_or(false),
            },
            Some(list) => Positions::Fens(positions(list)?),
        };
        let (stop, mut thrown) = (Stop::new(), None);
        let divide = |question: &Question| {
            let request = json!({
                "fen": question.fen,
                "moves": question.moves,
                "depth": question.depth,
            });
            let answer: Value =
                serde_json::from_str(&ask(&request.to_string())).unwrap_or_default();
            if let Some(text) = answer.get("text").and_then(Value::as_str) {
                return Ok(text.to_owned());
            }
            let error = answer.get("error").and_then(Value::as_str);
            let error = error.unwrap_or("no answer").to_owned();
            if answer.get("fatal").is_some() {
                stop.stop();
                thrown = Some(error.clone());
            }
            Err(error)
        };
        let found = find_bug(self.variant()?, divide, &positions, &stop);
        if let Some(error) = thrown {
            return Err(Failure::Request(error));
        }
        Ok(found?.map_or(Value::Null, |bug| {
            json!({
                "kind": match bug.kind {
                    BugKind::Wrong => "wrong",
                    BugKind::NoAnswer => "no answer",
                },
                "headline": bug.headline,
                "text": bug.text,
                "fen": bug.fen,
                "moves": bug.moves,
                "depth": bug.depth,
            })
        }))
    }
}

/// Pairs of a FEN and a depth.
fn positions(list: &Value) -> Result<Vec<(String, u32)>, Failure> {
    let pair = |entry: &Value| -> Option<(String, u32)> {
        let depth = entry.get(1)?.as_u64()?;
        Some((entry.get(0)?.as_str()?.to_owned(), depth.try_into().ok()?))
    };
    let pairs = list.as_array().map(|list| list.iter().map(pair).collect());
    let wrong = "positions: expected a list of pairs of a FEN and a depth";
    pairs
        .flatten()
        .ok_or_else(|| Failure::Request(wrong.to_owned()))
}

/// Whole numbers, as texts.
fn totals(list: &Value) -> Result<Vec<i128>, Failure> {
    let total = |total: &Value| total.as_str()?.parse().ok();
    let totals = list
        .as_array()
        .and_then(|list| list.iter().map(total).collect());
    totals.ok_or_else(|| Failure::Request("also: expected a list of whole numbers".to_owned()))
}

/// What a page shows of a position.
fn position(game: &Game) -> Value {
    let moves = game.moves().into_iter();
    let moves = moves.map(|names| json!({ "uci": names.uci, "san": names.san }));
    let checkers = game.position().checkers().into_iter();
    let over = game.position().game_over();
    json!({
        "fen": game.fen(),
        "warnings": game.warnings(),
        "over": over.map(|over| over.to_string()),
        "checkers": checkers.map(|square| square.to_string()).collect::<Vec<_>>(),
        "moves": moves.collect::<Value>(),
    })
}

fn verdict(verdict: Verdict) -> Value {
    let reasons = verdict.reasons.iter();
    let reasons = reasons.map(|reason| json!({ "code": reason.code, "text": reason.text }));
    json!({
        "legal": verdict.legal,
        "uci": verdict.mv,
        "san": verdict.san,
        "text": verdict.text,
        "reasons": reasons.collect::<Value>(),
    })
}

fn numbers(counted: Vec<(&str, u128)>) -> Value {
    let values = counted
        .into_iter()
        .map(|(name, leaves)| (name.to_owned(), json!(leaves.to_string())));
    Value::Object(values.collect::<Map<_, _>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answer to a request that asks for no divide.
    fn reply(request: Value) -> Value {
        let answer = answer(&request.to_string(), &mut |_| unreachable!());
        serde_json::from_str(&answer).expect("JSON")
    }

    #[test]
    fn every_function_answers() {
        let start = |name: &str| reply(json!({ "do": name, "fen": "startpos", "depth": 2 }));
        assert_eq!(start("divide")["value"][0], json!(["a2a3", "20"]));
        assert_eq!(start("statistics")["value"]["nodes"], "400");
        assert_eq!(start("position")["value"]["moves"][0]["san"], "a3");
        let explained = reply(json!({ "do": "explain", "fen": "startpos", "move": "e2e5" }));
        assert_eq!(explained["value"]["legal"], false);
        let text = "a2a3: 20\nb2b3: 19\n";
        let compared = json!({ "do": "compare", "fen": "startpos", "depth": 2, "text": text });
        let compared = &reply(compared)["value"];
        assert_eq!(compared["lines"][1]["theirs"], "19");
        assert_eq!(compared["lines"][2]["theirs"], Value::Null);
        assert_eq!(compared["same"], false);
    }

    #[test]
    fn variants_have_their_own_rules() {
        let fen = "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1";
        let ask = |name: &str, variant: &str| {
            reply(json!({ "do": name, "variant": variant, "fen": fen, "depth": 2, "move": "N@d7" }))
        };
        assert_eq!(ask("perft", "crazyhouse")["value"], "3083");
        let moves = ask("position", "crazyhouse")["value"]["moves"].to_string();
        assert!(moves.contains("Q@a1"), "{moves}");
        let kinds = json!({ "do": "statistics", "variant": "crazyhouse", "fen": fen, "depth": 1 });
        assert_eq!(reply(kinds)["value"]["drops"], "62");
        let explained = &ask("explain", "crazyhouse")["value"];
        assert_eq!(explained["reasons"][0]["code"], "not_in_pocket");
        let text = format!("{fen} depth 2: 3082");
        let why = reply(json!({ "do": "why", "variant": "crazyhouse", "text": text }));
        assert_eq!(why["value"]["claims"][0]["correct"], "3083");
        for (name, variant, part) in [
            ("perft", "atomic", "pocket"),
            ("perft", "losers", "allowed are chess"),
        ] {
            let text = ask(name, variant)["error"]["text"].to_string();
            assert!(text.contains(part), "{text}");
        }
    }

    #[test]
    fn it_explains_wrong_counts() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        let text = format!("{fen} depth 1: 7");
        let many = &reply(json!({ "do": "why", "text": text }))["value"];
        assert_eq!(many["claims"][0]["correct"], "6");
        let next = many["next"]["totals"].as_array().expect("a question");
        let causes = many["causes"].as_array().expect("causes");
        assert_eq!(next.len(), causes.len());
        let also = json!([next[0]["totals"][0]]);
        let fewer =
            json!({ "do": "why", "text": "perft 1: 7", "also": also, "depth": 1, "fen": fen });
        let fewer = &reply(fewer)["value"]["causes"];
        assert_eq!(fewer[0], causes[0]);
        assert!(
            fewer
                .as_array()
                .is_some_and(|fewer| fewer.len() < causes.len())
        );
        let moved = json!({ "do": "why", "text": "perft 1: 19", "moves": "e2e4 e5" });
        let moved = reply(moved)["value"]["text"].to_string();
        assert!(
            moved.contains("moves e2e4 e7e5: 19, right is 29"),
            "{moved}"
        );
    }

    #[test]
    fn wrong_requests_say_what_is_wrong() {
        for (request, kind, part) in [
            (
                json!({ "do": "perft", "fen": "startpos" }),
                "request",
                "depth",
            ),
            (json!({ "do": "perft", "depth": 1 }), "request", "fen"),
            (
                json!({ "do": "dance", "fen": "startpos" }),
                "request",
                "dance",
            ),
            (
                json!({ "do": "perft", "fen": "8/8 w", "depth": 1 }),
                "position",
                "8/8 w",
            ),
            (
                json!({ "do": "perft", "fen": "startpos", "depth": 300 }),
                "count",
                "255",
            ),
            (
                json!({ "do": "explain", "fen": "startpos", "move": "?" }),
                "position",
                "?",
            ),
            (json!({ "do": "why", "text": "nothing" }), "text", "number"),
            (
                json!({ "do": "why", "text": "20", "also": [5] }),
                "request",
                "also",
            ),
            (
                json!({ "do": "why", "text": "20", "fen": "8/8 w" }),
                "position",
                "8/8 w",
            ),
            (
                json!({ "do": "why", "text": "20", "depth": 0 }),
                "count",
                "1 to 255",
            ),
        ] {
            let answer = reply(request.clone());
            assert_eq!(answer["error"]["kind"], kind, "{request}");
            let text = answer["error"]["text"].as_str().unwrap_or_default();
            assert!(text.contains(part), "{request}: {text}");
        }
    }

    #[test]
    fn it_finds_the_bug_of_a_divide() {
        let positions = json!([["7k/P7/8/8/8/8/8/K7 w - - 0 1", 2]]);
        let request = json!({ "do": "find_bug", "positions": positions }).to_string();
        let mut without_rooks = |question: &str| {
            let mut question: Value = serde_json::from_str(question).expect("JSON");
            let moves = question["moves"].as_array().expect("a list").clone();
            let moves: Vec<&str> = moves.iter().filter_map(Value::as_str).collect();
            question["moves"] = json!(moves.join(" "));
            question["do"] = json!("divide");
            let lines = reply(question)["value"]
                .as_array()
                .expect("a divide")
                .clone();
            let lines = lines.iter().filter_map(|line| {
                let (mv, leaves) = (line[0].as_str()?, line[1].as_str()?);
                (!mv.ends_with('r')).then(|| format!("{mv}: {leaves}\n"))
            });
            json!({ "text": lines.collect::<String>() }).to_string()
        };
        let found: Value =
            serde_json::from_str(&answer(&request, &mut without_rooks)).expect("JSON");
        let text = found["value"]["text"].as_str().unwrap_or_default();
        assert!(text.contains("a7a8r"), "{found}");

        let mut fatal = |_: &str| json!({ "error": "stopped by me", "fatal": true }).to_string();
        let found: Value = serde_json::from_str(&answer(&request, &mut fatal)).expect("JSON");
        assert_eq!(found["error"]["text"], "stopped by me");
    }
}
