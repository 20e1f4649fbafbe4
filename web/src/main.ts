import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { Embedded } from "./embedded.ts";
import { parseReport } from "./parse/report.ts";
import type { Source } from "./source.ts";

let source: Source | null = null;
let problem: unknown = null;
try {
  source = new Embedded(parseReport(document.getElementById("cento-report")?.textContent ?? ""));
} catch (cause) {
  problem = cause;
}
mount(App, { target: document.getElementById("app")!, props: { source, problem } });
