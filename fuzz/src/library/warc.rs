//! Archives of the web: any bytes as one, and as what a server sent.

use super::rows::rows;

pub(super) fn run(data: &[u8]) {
    let Some((&kind, rest)) = data.split_first() else {
        return;
    };
    match kind % 2 {
        0 => rows("input.warc", rest),
        _ => rows("input.warc", &record(rest)),
    };
}

/// A record with an answer of these bytes: the end of its header, and the page.
fn record(rest: &[u8]) -> Vec<u8> {
    let answer = [b"HTTP/1.1 200 OK\r\nContent-Type: text/html", rest].concat();
    let length = answer.len();
    let head = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: a\r\nContent-Length: {length}\r\n\r\n"
    );
    [head.as_bytes(), &answer, b"\r\n\r\n"].concat()
}
