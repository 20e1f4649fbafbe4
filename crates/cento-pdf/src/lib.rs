#![doc = include_str!("../README.md")]

mod about;
mod codes;
mod lines;
mod logical;
mod order;
mod page;

use std::ffi::OsString;
use std::io::{self, BufWriter, Read, Write};
use std::process::ExitCode;

use hayro_interpret::InterpreterCache;
use hayro_syntax::{LoadPdfError, Pdf};
use rustix::process::{Resource, Rlimit, setrlimit};

pub use lines::Line;

/// The first argument.
pub const VERB: &str = "pdf-pages";

/// Whether the process was called to read a PDF file.
pub fn is_called(arguments: &[OsString]) -> bool {
    arguments.get(1).is_some_and(|verb| verb == VERB)
}

/// Reads standard input within the limits that the arguments give, and writes standard output.
pub fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let number = |at: usize| {
        let text = arguments.get(at)?.to_str()?;
        text.parse::<u64>().ok()
    };
    let (Some(memory), Some(seconds), true) = (number(2), number(3), is_called(&arguments)) else {
        let _ = writeln!(
            io::stderr(),
            "usage: cento-pdf {VERB} MEMORY SECONDS < FILE"
        );
        return ExitCode::from(2);
    };
    if limit(memory, seconds).is_err() {
        let _ = writeln!(io::stderr(), "cannot limit memory and time");
        return ExitCode::from(2);
    }
    // Whoever called knows from the status that it was no orderly end.
    std::panic::set_hook(Box::new(|_| {}));
    match serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::from(3)
        }
    }
}

fn limit(memory: u64, seconds: u64) -> rustix::io::Result<()> {
    let most = |most| Rlimit {
        current: Some(most),
        maximum: Some(most),
    };
    // Who started it may be ended from outside; then nobody waits for the answer.
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
    setrlimit(Resource::Core, most(0))?;
    setrlimit(Resource::As, most(memory))?;
    // The signal at the first limit ends it; the second is for a process that would not end.
    let cpu = Rlimit {
        current: Some(seconds),
        maximum: Some(seconds.saturating_add(1)),
    };
    setrlimit(Resource::Cpu, cpu)
}

fn serve() -> io::Result<()> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    write(bytes, &mut out)?;
    out.flush()
}

/// Writes what is on the pages of the PDF file in `bytes`.
pub fn write(bytes: Vec<u8>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "cento-pdf\t1")?;
    let pdf = match Pdf::new(bytes) {
        Ok(pdf) => pdf,
        Err(LoadPdfError::Decryption(_)) => return writeln!(out, "refused\tencrypted"),
        Err(LoadPdfError::Invalid) => return writeln!(out, "refused\tbroken"),
    };
    about::write(pdf.metadata(), out)?;
    let labels = about::labels(&pdf);
    let cache = InterpreterCache::new();
    let mut codes = codes::Codes::default();
    for (number, page) in pdf.pages().iter().enumerate() {
        let (width, height) = page.render_dimensions();
        let label = labels.get(number).map_or("", String::as_str);
        let hundredths = |length: f64| (length * 100.0).round() as i64;
        let size = [width, height].map(|side| hundredths(side.into()));
        writeln!(out, "page\t{}\t{}\t{label}", size[0], size[1])?;
        for line in page::lines(page, &cache, pdf.xref(), &mut codes) {
            let [x, y, width, size] =
                [line.begin, line.baseline, line.end - line.begin, line.size].map(hundredths);
            let (turn, text) = (line.turn, one_line(&line.text));
            writeln!(out, "line\t{turn}\t{x}\t{y}\t{width}\t{size}\t{text}")?;
        }
    }
    writeln!(out, "end")
}

/// Without what would end a line or a field.
fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' | '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => {
                line.push(' ');
            }
            c if c.is_control() => {}
            c => line.push(c),
        }
    }
    line.trim().to_owned()
}
