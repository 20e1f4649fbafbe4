//! `cento completions`: what a shell needs to complete the command line.

use std::io;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

/// Print a completion script for your shell
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cento completions bash > ~/.local/share/bash-completion/completions/cento
  cento completions fish > ~/.config/fish/completions/cento.fish")]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let mut script = Vec::new();
        clap_complete::generate(
            self.shell,
            &mut crate::Cento::command(),
            "cento",
            &mut script,
        );
        io::Write::write_all(&mut io::stdout(), &script)?;
        Ok(ExitCode::SUCCESS)
    }
}
