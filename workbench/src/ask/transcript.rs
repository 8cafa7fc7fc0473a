//! A record of everything that the other side was asked and answered.

use std::time::Duration;

use movegen::chess::MoveFilter;
use movegen::perft::Stop;

use super::{Answer, Error, OtherSide, Question};

/// A question and its answer, owned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The position that was set up.
    pub fen: String,
    /// The moves played from there, in UCI notation.
    pub moves: Vec<String>,
    /// The depth in plies.
    pub depth: u32,
    /// Canopy's total.
    pub expected: u128,
    /// The answer; `None` if there was an error instead of one.
    pub answer: Option<Answer>,
}

impl Exchange {
    /// The lines that are stored: those of the answer, and one for the question.
    fn lines(&self) -> usize {
        let listed = match &self.answer {
            Some(Answer::Divide(divide)) => divide.listed(),
            _ => 0,
        };
        listed + 1
    }

    /// The question.
    pub fn question(&self) -> Question<'_> {
        Question {
            fen: &self.fen,
            moves: &self.moves,
            depth: self.depth,
            expected: self.expected,
        }
    }
}

/// The questions and answers of a session in order, with the resets between them. It begins in a
/// fresh process.
///
/// Of a very long session, the oldest exchanges are forgotten.
///
/// It can be repeated, with the same program or with an [imitation](crate::imitate) of it: an answer
/// may depend on every question since the last reset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    exchanges: Vec<Exchange>,
    /// The number of exchanges before each reset, in ascending order.
    resets: Vec<usize>,
    /// The lines of all exchanges.
    lines: usize,
}

/// The lines that are kept, about 50 MB: the last 15,000 questions or so of a long run.
const MOST_LINES: usize = 500_000;

impl Transcript {
    /// All exchanges in order.
    pub fn exchanges(&self) -> &[Exchange] {
        &self.exchanges
    }

    /// The exchanges with each process, in order: a reset begins the next process.
    pub fn processes(&self) -> impl DoubleEndedIterator<Item = &[Exchange]> {
        let starts = [0].into_iter().chain(self.resets.iter().copied());
        let ends = self.resets.iter().copied().chain([self.exchanges.len()]);
        starts
            .zip(ends)
            .collect::<Vec<_>>()
            .into_iter()
            .map(|(start, end)| &self.exchanges[start..end])
    }

    /// Whether it begins with all of another transcript.
    pub(crate) fn continues(&self, other: &Transcript) -> bool {
        self.exchanges.starts_with(&other.exchanges) && self.resets.starts_with(&other.resets)
    }

    /// Adds a question and its answer.
    pub fn add(&mut self, question: &Question, answer: Option<Answer>) {
        self.exchanges.push(Exchange {
            fen: question.fen.to_owned(),
            moves: question.moves.to_vec(),
            depth: question.depth,
            expected: question.expected,
            answer,
        });
        self.lines += self.exchanges.last().map_or(0, Exchange::lines);
        if self.lines > MOST_LINES {
            self.forget_oldest();
        }
    }

    /// Keeps three quarters of the lines, so that this is rare.
    fn forget_oldest(&mut self) {
        let mut forgotten = 0;
        while self.lines > MOST_LINES / 4 * 3 && forgotten + 1 < self.exchanges.len() {
            self.lines -= self.exchanges[forgotten].lines();
            forgotten += 1;
        }
        self.exchanges.drain(..forgotten);
        self.resets.retain(|&before| before > forgotten);
        for before in &mut self.resets {
            *before -= forgotten;
        }
    }

    /// Adds a reset.
    pub fn reset(&mut self) {
        self.resets.push(self.exchanges.len());
    }
}

/// Another side whose questions and answers are recorded.
///
/// [`hunt`](crate::find::hunt) records by itself. A caller that runs several hunts with one process
/// wraps it once, so that the transcript has the questions of the earlier hunts too.
pub struct Recording<'a> {
    other: &'a mut dyn OtherSide,
    transcript: Transcript,
    /// Whether the process runs without its table: another program, so to speak, and not recorded.
    without_table: bool,
    last: Option<MoveFilter>,
}

impl<'a> Recording<'a> {
    /// Records from now on.
    pub fn new(other: &'a mut dyn OtherSide) -> Recording<'a> {
        Recording {
            other,
            transcript: Transcript::default(),
            without_table: false,
            last: None,
        }
    }

    /// The same, of a program that counts only the lines whose last move passes the filter, if there is
    /// one: a generator that runs one stage at its last ply. It is asked as always.
    #[must_use]
    pub fn of_lines_ending_in(self, last: Option<MoveFilter>) -> Recording<'a> {
        Recording { last, ..self }
    }

    /// What was recorded: by this recording, or by the one that it wraps, which knows more.
    pub fn into_transcript(self) -> Transcript {
        match self.other.transcript() {
            Some(longer) => longer.clone(),
            None => self.transcript,
        }
    }
}

impl OtherSide for Recording<'_> {
    fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
        let answer = self.other.ask(question);
        if !self.without_table {
            let known = answer.as_ref().ok().cloned();
            self.transcript.add(question, known);
        }
        answer
    }

    fn reset(&mut self) -> Result<(), Error> {
        self.transcript.reset();
        self.without_table = false;
        self.other.reset()
    }

    fn reset_without_table(&mut self) -> Result<bool, Error> {
        self.without_table = self.other.reset_without_table()?;
        Ok(self.without_table)
    }

    fn limit_answers(&mut self, limit: Option<Duration>) {
        self.other.limit_answers(limit);
    }

    fn stop(&self) -> Stop {
        self.other.stop()
    }

    fn can_be_asked(&self) -> bool {
        self.other.can_be_asked()
    }

    fn plays_moves(&self) -> bool {
        self.other.plays_moves()
    }

    fn name(&self) -> Option<&str> {
        self.other.name()
    }

    fn offers_chess960(&self) -> Option<bool> {
        self.other.offers_chess960()
    }

    fn offers_variant(&self, name: &str) -> Option<bool> {
        self.other.offers_variant(name)
    }

    fn command(&self, question: &Question) -> Option<String> {
        self.other.command(question)
    }

    fn series_command(&self, questions: &[Question]) -> Option<String> {
        self.other.series_command(questions)
    }

    fn last_moves(&self) -> Option<&MoveFilter> {
        self.last.as_ref().or(self.other.last_moves())
    }

    fn transcript(&self) -> Option<&Transcript> {
        self.other.transcript().or(Some(&self.transcript))
    }
}

#[cfg(test)]
mod tests {
    use super::super::DivideText;
    use super::*;

    /// Answers nothing.
    struct Silent;

    impl OtherSide for Silent {
        fn ask(&mut self, _: &Question) -> Result<Answer, Error> {
            Ok(Answer::Unknown)
        }
        fn plays_moves(&self) -> bool {
            true
        }
    }

    #[test]
    fn a_long_transcript_forgets_its_oldest_questions() {
        let mut transcript = Transcript::default();
        let divide = DivideText {
            lines: vec![("a2a3".to_owned(), 1); 999],
            ..DivideText::default()
        };
        for depth in 0..1200 {
            let question = Question {
                fen: "8/8/8/8/8/8/8/K1k5 w - - 0 1",
                moves: &[],
                depth,
                expected: 3,
            };
            transcript.add(&question, Some(Answer::Divide(divide.clone())));
            if depth % 100 == 99 {
                transcript.reset();
            }
        }
        let kept = transcript.exchanges();
        assert!((375..=500).contains(&kept.len()), "{}", kept.len());
        assert_eq!(kept.last().map(|last| last.depth), Some(1199));
        let processes: Vec<_> = transcript.processes().collect();
        assert_eq!(processes.concat(), kept);
        // Each whole process is still one.
        let whole = processes.iter().filter(|process| process.len() == 100);
        assert_eq!(whole.count(), kept.len() / 100);
        assert!(processes.iter().all(|process| process.len() <= 100));
    }

    #[test]
    fn an_outer_recording_has_the_questions_of_all_inner_ones() {
        let mut silent = Silent;
        let mut outer = Recording::new(&mut silent);
        for depth in [1, 2] {
            let mut inner = Recording::new(&mut outer);
            let question = Question {
                fen: "8/8/8/8/8/8/8/K1k5 w - - 0 1",
                moves: &[],
                depth,
                expected: 3,
            };
            inner.ask(&question).expect("an answer");
            inner.reset().expect("no process");
            assert_eq!(inner.into_transcript().exchanges().len(), depth as usize);
        }
        let transcript = outer.into_transcript();
        let depths = |process: &[Exchange]| process.iter().map(|one| one.depth).collect();
        let processes: Vec<Vec<u32>> = transcript.processes().map(depths).collect();
        assert_eq!(processes, [vec![1], vec![2], vec![]]);
    }
}
