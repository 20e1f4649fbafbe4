//! stub
use clap::Args;
use std::process::ExitCode;
/// stub
#[derive(Debug, Args)]
pub(crate) struct Convert {}
impl Convert {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        Ok(ExitCode::SUCCESS)
    }
}
