//! Whether a move in any notation is legal, as data for programs.

use crate::chess::explain::{Illegal, Legal, Reason, UciMove, Verdict, VerdictReason};
use crate::chess::text::position_text::TextPosition;
use crate::chess::variant::VariantPosition;
use crate::chess::{CastlingStyle, MoveError, ParsedPosition, SanError};

impl ParsedPosition {
    /// Explains a move in UCI notation or in SAN. Castling is written in the requested style in the answer.
    ///
    /// Costs a list of the legal moves and a few table look-ups.
    ///
    /// # Errors
    /// [`MoveError`] if the text is not a move.
    ///
    /// ```
    /// use movegen::chess::{CastlingStyle, ParsedPosition, PositionText};
    /// // . . . . k . . .
    /// // . . . . r . . .
    /// // . . . . . . . .
    /// // . . . . . . . .
    /// // . . . . . . . .
    /// // . . . . . . . .
    /// // . . . . B . . .
    /// // . . . . K . . .
    /// let text = PositionText::new(Some("4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1"), "");
    /// let parsed = ParsedPosition::from_text(&text).unwrap();
    /// let verdict = parsed.verdict("Bd3", CastlingStyle::Standard).unwrap();
    /// assert_eq!((verdict.legal, verdict.reasons[0].code), (false, "pinned"));
    /// ```
    pub fn verdict(&self, text: &str, style: CastlingStyle) -> Result<Verdict, MoveError> {
        verdict(self, text, style)
    }
}

impl ParsedPosition<VariantPosition> {
    /// The same by the rules of a variant.
    ///
    /// # Errors
    /// [`MoveError`] if the text is not a move.
    pub fn verdict(&self, text: &str, style: CastlingStyle) -> Result<Verdict, MoveError> {
        verdict(self, text, style)
    }
}

fn verdict<P: TextPosition>(
    parsed: &ParsedPosition<P>,
    text: &str,
    style: CastlingStyle,
) -> Result<Verdict, MoveError> {
    let uci = match read_move(parsed, text) {
        Ok(uci) => uci,
        Err(error) if error.is_illegal() => return Ok(not_a_legal_move(text, &error)),
        Err(error) => return Err(error),
    };
    Ok(match parsed.position.explain(uci, Some(&parsed.history)) {
        Ok(legal) => of_legal(&parsed.position, legal, style),
        Err(illegal) => of_illegal(&illegal),
    })
}

/// A move in UCI notation, legal or not, or a legal move in SAN.
fn read_move<P: TextPosition>(
    parsed: &ParsedPosition<P>,
    text: &str,
) -> Result<UciMove, MoveError> {
    match P::read_uci(text) {
        // A capital B can be a bishop.
        Ok(uci) if uci.drop.is_some() || !text.starts_with('B') => Ok(uci),
        _ => {
            let mv = parsed.position.parse_move_after(text, &parsed.history)?;
            Ok(UciMove::new(mv))
        }
    }
}

fn of_legal<P: TextPosition>(position: &P, mut legal: Legal, style: CastlingStyle) -> Verdict {
    if let Ok(uci) = P::read_uci(&position.chess().uci(legal.mv, style)) {
        legal.uci = uci;
    }
    let reasons = legal.reasons.iter();
    Verdict {
        mv: legal.uci.to_string(),
        san: Some(position.san(legal.mv)),
        legal: true,
        reasons: reasons
            .map(|reason| VerdictReason {
                code: reason.code(),
                text: reason.to_string(),
            })
            .collect(),
        text: legal.to_string(),
    }
}

fn of_illegal(illegal: &Illegal) -> Verdict {
    Verdict {
        mv: illegal.uci.to_string(),
        san: None,
        legal: false,
        reasons: coded(&illegal.reasons),
        text: illegal.to_string(),
    }
}

/// The verdict about a move in SAN that is illegal.
fn not_a_legal_move(text: &str, error: &MoveError) -> Verdict {
    let mut reasons = match error {
        MoveError::Illegal(illegal) => coded(&illegal.reasons),
        MoveError::San(SanError::Illegal { reasons, .. }) => coded(reasons),
        _ => Vec::new(),
    };
    if reasons.is_empty() {
        reasons.push(VerdictReason {
            code: "no_such_move",
            text: error.to_string(),
        });
    }
    Verdict {
        mv: text.to_owned(),
        san: None,
        legal: false,
        reasons,
        text: error.to_string(),
    }
}

fn coded(reasons: &[Reason]) -> Vec<VerdictReason> {
    let reasons = reasons.iter();
    reasons
        .map(|reason| VerdictReason {
            code: reason.code(),
            text: reason.to_string(),
        })
        .collect()
}
