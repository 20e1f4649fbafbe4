//! The targets of the library, a module each.

#![allow(
    unreachable_pub,
    reason = "the tests have them in a module of their own"
)]

mod archive;
mod csv;
mod damage;
mod date;
mod document;
mod docx;
mod epub;
mod find;
mod html;
mod index;
mod json;
mod memory_disk;
mod mile;
mod odf;
mod package;
mod pages;
mod parquet;
mod picture;
mod pptx;
mod rows;
mod rtf;
mod scheme;
mod seal;
mod state;
mod text;
mod tokens;
mod warc;
mod zip;

/// What a target does with any bytes.
pub type Body = fn(&[u8]);

/// All of them by name.
pub const BODIES: &[(&str, Body)] = &[
    ("text", text::run),
    ("rtf", rtf::run),
    ("html", html::run),
    ("warc", warc::run),
    ("json", json::run),
    ("csv", csv::run),
    ("parquet", parquet::run),
    ("archive", archive::run),
    ("pptx", pptx::run),
    ("docx", docx::run),
    ("odf", odf::run),
    ("picture", picture::run),
    ("epub", epub::run),
    ("pages", pages::run),
    ("date", date::run),
    ("tokens", tokens::run),
    ("scheme", scheme::run),
    ("mile", mile::run),
    ("index", index::run),
    ("state", state::run),
    ("find", find::run),
];
