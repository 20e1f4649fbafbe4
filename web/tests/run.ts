/** Runs all tests and ends with how many passed and failed. Names of files as arguments run only these. */

import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";

const folder = import.meta.dirname;
const wanted = process.argv.slice(2);
let files = readdirSync(folder)
  .filter((name) => name.endsWith(".test.ts"))
  .filter((name) => wanted.length === 0 || wanted.some((w) => name.includes(w)));

let missing = "";
if (files.some((name) => name.startsWith("browser"))) {
  try {
    process.env.CENTO_CHROMIUM = execFileSync(join(folder, "..", "scripts", "chromium"), {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    }).trim();
  } catch {
    const left = files.filter((name) => name.startsWith("browser"));
    files = files.filter((name) => !left.includes(name));
    missing = `NOT RUN: the browser tests (${left.join(", ")}), for want of a Chromium`;
  }
}

let passed = 0;
let failed = 0;
const isTest = (event: { details: { type?: string }; name: string; file?: string; skip?: unknown }) =>
  // Suites and files are reported like tests, but are none.
  event.details.type !== "suite" && event.name !== event.file && !event.skip;

const stream = run({ files: files.map((name) => join(folder, name)), concurrency: 1 });
stream.on("test:pass", (event) => {
  if (isTest(event)) passed++;
});
stream.on("test:fail", (event) => {
  // A file that fails as such (it does not load, or its set-up fails) counts, for else nothing would be seen.
  if (event.details.type !== "suite") failed++;
});
stream
  .compose(new spec())
  .on("end", () => {
    const strict = missing !== "" && Boolean(process.env.CI);
    if (missing) console.log(missing);
    console.log(`${passed} passed, ${failed + (strict ? 1 : 0)} failed`);
    process.exit(failed > 0 || strict ? 1 : 0);
  })
  .pipe(process.stdout, { end: false });
