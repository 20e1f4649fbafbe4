import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { Embedded } from "./embedded.ts";
import { parseReport } from "./parse/report.ts";
import { pairLink } from "./route.ts";
import type { Source } from "./source.ts";

let source: Source | null = null;
let problem: unknown = null;
try {
  const report = parseReport(document.getElementById("cento-report")?.textContent ?? "");
  source = new Embedded(report);
  // Who compares two documents asked for these; the overview is of collections.
  if (location.hash === "" && report.run.command === "compare" && report.pairs.length === 1) location.replace(pairLink(0));
} catch (cause) {
  problem = cause;
}
mount(App, { target: document.getElementById("app")!, props: { source, problem } });
