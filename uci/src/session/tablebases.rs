//! The endgame tables: where they are, and what is wrong with them.

use std::env;
use std::io::{self, Write};
use std::sync::Arc;

use engine::Tablebases;

use super::Session;
use crate::report;

impl<W: Write> Session<W> {
    /// Finds the tables in the folders of `SyzygyPath`, and says how many there are.
    pub(super) fn find_tables(&mut self) -> io::Result<()> {
        self.tablebases = None;
        let path = &self.options.syzygy_path;
        if path.is_empty() {
            return Ok(());
        }
        let folders = env::split_paths(path).filter(|folder| !folder.as_os_str().is_empty());
        let tables = Tablebases::open(folders);
        for remark in report::tablebase_errors(&tables.take_errors()) {
            self.remark(remark)?;
        }
        if tables.largest() == 0 {
            self.reject();
            let path = &self.options.syzygy_path;
            let text = format!("warning: SyzygyPath: there are no tables in '{path}'");
            return self.remark(text);
        }
        let text = report::tablebases_found(&tables);
        self.tablebases = Some(Arc::new(tables));
        self.remark(text)
    }
}
