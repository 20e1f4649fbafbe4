//! Finds the page of `report.html`, which is built in `web/` and embedded in the library.

use std::path::Path;

fn main() {
    let folder = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let page = Path::new(&folder).join("../../web/dist/report.html");
    println!("cargo::rerun-if-changed={}", page.display());
    if page.is_file() {
        println!("cargo::rustc-env=CENTO_PAGE={}", page.display());
    } else {
        println!(
            "cargo::error=the page of report.html is not built yet: run `make build`, or `npm ci && \
             npm run build` in web/; either needs Node 20 or newer with npm"
        );
    }
}
