/** A real Chromium for the tests, and pages in it that tell of everything that should not happen. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface Watched {
  page: Page;
  /** Every address asked for. */
  requests: string[];
  /** Errors, dialogs, violations of the page's own policy: all should stay empty. */
  troubles: string[];
}

export interface Chromium {
  /** A folder for pages, removed afterwards. */
  folder: string;
  open(address: string, options?: BrowserContextOptions): Promise<Watched>;
}

/** Starts one browser for the tests of a file, and ends it after them. */
export function useChromium(): Chromium {
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), "cento-web-"));
  before(async () => {
    const executablePath = process.env.CENTO_CHROMIUM;
    if (!executablePath) throw new Error("CENTO_CHROMIUM is not set; run the tests with npm test");
    browser = await chromium.launch({ executablePath, headless: true, args: FLAGS });
  });
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(address: string, options: BrowserContextOptions = {}): Promise<Watched> {
    const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
    const page = await context.newPage();
    const requests: string[] = [];
    const troubles: string[] = [];
    // Downloads of the page's own blobs and data: addresses ask nobody.
    context.on("request", (request) => requests.push(request.url()));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") troubles.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => troubles.push(`error: ${error.message}`));
    page.on("dialog", (dialog) => {
      troubles.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.addInitScript(() => {
      addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
    });
    await page.goto(address);
    await page.waitForSelector("main h1");
    return { page, requests, troubles };
  }

  return { folder, open };
}

/** Goes to another view of the page that is open. */
export async function show(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
  await settled(page);
}

/** Until all that follows from the last deed is drawn. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 60)));
}

/** Requests other than for the page itself. */
export const others = (watched: Watched) => watched.requests.filter((url) => !url.startsWith("file://") && !url.startsWith("data:,"));

/** One address of every view of a report. */
export const VIEWS = ["#/", "#/pairs", "#/pair/2", "#/clusters", "#/cluster/c0", "#/works"];
