//! stub
use clap::Args;
use std::process::ExitCode;
/// stub
#[derive(Debug, Args)]
pub(crate) struct Explain {}
impl Explain {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        Ok(ExitCode::SUCCESS)
    }
}
