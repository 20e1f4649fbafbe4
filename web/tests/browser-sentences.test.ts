import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { settled, useChromium } from "./browser.ts";
import { sentencesReport, writeReport } from "./fixture.ts";

const report = sentencesReport();
const textOf = (document: number) => report.documents[document]!.text[0]![1];
/** The words at begin and end, one behind the other. */
const wordsAt = (document: number, ends: number[]) => ends.flatMap((begin, i) => (i % 2 ? [] : [textOf(document).slice(begin, ends[i + 1])]));

describe("sentences", () => {
  const chromium = useChromium();
  const open = async (hash: string, made = report, options = {}): Promise<Page> => {
    const watched = await chromium.open(writeReport(chromium.folder, "sentences", made) + hash, options);
    await settled(watched.page);
    assert.deepEqual(watched.troubles, []);
    return watched.page;
  };
  /** Underlined and heavier than what is around it. */
  const isSeen = async (mark: Locator) => {
    const [line, weight] = await mark.evaluate((e) => [getComputedStyle(e).textDecorationLine, getComputedStyle(e).fontWeight] as const);
    assert.match(line, /underline/);
    assert.equal(weight, "600");
  };

  test("a pair shows which words both sentences have, on both sides and in either order", async () => {
    const page = await open("#/pair/1");
    const pair = report.pairs[0]!;
    const passage = report.passages[pair.first]!;
    for (const [i, side] of (["a", "b"] as const).entries()) {
      const marks = page.locator(".pane").nth(i).locator("mark.shared.current");
      assert.deepEqual(await marks.allInnerTexts(), wordsAt(passage[side], passage.shared![side]));
      await isSeen(marks.first());
    }
    assert.equal(await page.locator(".pane .edit, .pane .gap").count(), 0);
    const bar = (await page.locator(".bar [role=status]").innerText()).replace(/\s+/g, " ");
    const [a, b] = [passage.matched + passage.deleted, passage.matched + passage.inserted];
    assert.ok(bar.includes(`${passage.matched} words in both, of ${a} in A and ${b} in B;`), bar);
    assert.match(await page.locator(".legend").innerText(), /^word on the other side too, in any order$/);
  });

  test("the marks do without colour, on paper too", async () => {
    for (const options of [{ colorScheme: "dark" }, { forcedColors: "active" }]) {
      const page = await open("#/pair/1", report, options);
      await isSeen(page.locator(".pane mark.shared").first());
    }
    const page = await open("#/pair/1");
    await page.emulateMedia({ media: "print" });
    await isSeen(page.locator(".pane mark.shared").first());
  });

  test("what the shares and scores are of is said", async () => {
    const page = await open("#/pair/1");
    const text = (await page.locator("main").innerText()).replace(/\s+/g, " ");
    assert.match(text, /of A’s sentences match one of B/);
    assert.match(text, /Best sentences: word overlap 0\.80, weighted overlap 0\.91\./);
    await page.goto(page.url().replace("#/pair/1", "#/pairs"));
    await settled(page);
    assert.match(await page.locator("main p").first().innerText(), /share of A’s sentences that match one of B;/);
    assert.equal(await page.locator('[data-name="its"]').count(), 0);
  });

  test("a cluster is a chain along time: who had it first, who later and by how much, with the words they share", async () => {
    const cluster = report.clusters.find(({ members }) => members.length > 2 && members.slice(1).every((m) => m.lag_days != null))!;
    const page = await open(`#/cluster/${cluster.cluster_id}`);
    const dates = cluster.members.map(({ document }) => report.documents[document]!.date!);
    assert.deepEqual(dates, [...dates].sort());
    for (const [i, member] of cluster.members.entries()) {
      const item = page.locator(`#member-${i}`);
      const text = (await item.innerText()).replace(/\s+/g, " ");
      assert.ok(text.includes(dates[i]!), text);
      const marks = item.locator("mark.shared");
      assert.deepEqual(await marks.allInnerTexts(), wordsAt(member.document, member.shared ?? []));
      if (i === 0) {
        // The fixture's is the one that all others match.
        assert.match(text, / oldest word for word /);
        continue;
      }
      await isSeen(marks.first());
      assert.match(text, new RegExp(`\\b${member.shared!.length / 2} words? of it\\b`));
      assert.match(text, member.lag_days === 0 ? /less than a day later/ : / days? .*later/);
    }
    assert.equal(await page.locator("ol del, ol ins").count(), 0);
    assert.match(await page.locator("#members + p").innerText(), /Words that the sentence above has too are\s+marked/);
    assert.ok((await page.locator("figure .dot").count()) > 1);
  });

  test("from a sentence that is in two clusters the chain goes on in the other", async () => {
    const made = sentencesReport({ sources: 10 });
    const first = made.clusters.find(({ members }) => members.length > 2)!;
    const others = made.clusters.filter((cluster) => cluster !== first).slice(0, 7);
    const text = async (page: Page, i: number) => (await page.locator(`#member-${i}`).innerText()).replace(/\s+/g, " ");
    const page = await open(`#/cluster/${first.cluster_id}`, made);
    assert.doesNotMatch(await page.locator("ol").innerText(), /also in/);
    const second = others[0]!;
    second.members[1] = { ...first.members.at(-1)! };
    const changed = await open(`#/cluster/${first.cluster_id}`, made);
    const last = first.members.length - 1;
    const number = (cluster: (typeof others)[0]) => made.clusters.indexOf(cluster) + 1;
    assert.match(await text(changed, last), new RegExp(` also in cluster ${number(second)}\\b`));
    assert.doesNotMatch(await text(changed, 0), /also in/);
    await changed.locator(`#member-${last}`).getByRole("link", { name: `cluster ${number(second)}` }).click();
    await settled(changed);
    assert.equal(await changed.locator("h1").innerText(), `Cluster ${number(second)}`);
    assert.match(await text(changed, 1), new RegExp(` also in cluster ${number(first)}\\b`));
    // A few are named, the others counted.
    for (const other of others) other.members[1] = { ...first.members.at(-1)! };
    assert.equal(others.length, 7);
    const many = await open(`#/cluster/${first.cluster_id}`, made);
    assert.match(await text(many, last), / also in (cluster \d+, ){4}cluster \d+ and 2 others/);
  });

  test("a member that shares no word with the sentence says so, and a copy is shown as it differs", async () => {
    const made = sentencesReport();
    const { cluster_id, members } = made.clusters.find((cluster) => cluster.members.length > 2)!;
    members[1]!.shared = [];
    Object.assign(members[2]!, { shared: null, edits: [] });
    const page = await open(`#/cluster/${cluster_id}`, made);
    assert.match(await page.locator("#member-1").innerText(), /no word of it/);
    assert.match(await page.locator("#member-2").innerText(), /word for word/);
  });
});
