//! `cento-pdf`: the lines on the pages of the PDF file on standard input.

use std::process::ExitCode;

fn main() -> ExitCode {
    cento_pdf::main()
}
