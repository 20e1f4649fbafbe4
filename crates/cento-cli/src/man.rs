//! `cento man`: the manual page.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, CommandFactory};
use clap_mangen::Man as Page;

/// Print the manual page, of the whole command or of one verb
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cento man > cento.1
  cento man find | man -l -")]
pub(crate) struct Man {
    /// The verb
    verb: Option<String>,
}

impl Man {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let mut command = crate::Cento::command();
        command.build();
        let page = match &self.verb {
            None => command,
            Some(verb) => {
                let found = command.find_subcommand(verb).cloned();
                let verb_page = found.ok_or_else(|| anyhow::anyhow!("no verb `{verb}`"))?;
                // Leaked once, in a program that prints one page and ends.
                let name: &'static str = Box::leak(format!("cento-{verb}").into_boxed_str());
                verb_page.name(name)
            }
        };
        let mut text = Vec::new();
        Page::new(page).render(&mut text)?;
        io::stdout().write_all(&text)?;
        Ok(ExitCode::SUCCESS)
    }
}
