import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { xmlText } from "../src/components/svg.ts";
import { Embedded } from "../src/embedded.ts";
import { asText, axis, barsOf, periods, timeOf, timeTicks } from "../src/model/figures.ts";
import { APART, lanesOf, placesOf } from "../src/model/lanes.ts";
import { firstOf, nearest, runsOf, shapeOf, stripsOf } from "../src/model/strips.ts";
import { patternTable } from "../src/model/patterns.ts";
import { dayOf, direction, lag, percent, placeIn, score, short } from "../src/model/words.ts";
import { clusterLink, NO_CLUSTER_QUERY, NO_PAIR_QUERY, NO_WORK_QUERY, pairLink, pairQuery, pairsLink, parseRoute, workQuery, worksLink } from "../src/route.ts";
import { booksReport, makeReport, random, sentencesReport } from "./fixture.ts";

describe("patterns", () => {
  const pattern = (name: string, classes: Record<string, number>) => {
    const pairs = Object.values(classes).reduce((sum, n) => sum + n, 0);
    return { pattern: name, pairs, left_out: 0, classes };
  };

  test("shares are of the pairs of a class, classes in their order and without empty ones", () => {
    const table = patternTable([pattern("reuse", { C6: 3, C1: 1 }), pattern("frame", { C6: 1 })], ["C1", "C2", "C6"]);
    assert.deepEqual(table?.classes, ["C1", "C6"]);
    assert.deepEqual(table.rows.map(({ shares, share }) => [...shares, share]), [
      [1, 0.75, 0.8],
      [0, 0.25, 0.2],
    ]);
  });

  test("where all is reuse there is nothing to tell", () => {
    assert.equal(patternTable([], ["C1"]), null);
    assert.equal(patternTable([pattern("reuse", { C1: 4 }), pattern("spam", {})], ["C1"]), null);
  });

  test("a report without classes has shares of all pairs only", () => {
    const table = patternTable([{ pattern: "spam", pairs: 2, left_out: 2 }], []);
    assert.deepEqual(table, { classes: [], rows: [{ pattern: "spam", shares: [], share: 1, pairs: 2, left_out: 2 }] });
  });
});

describe("figures", () => {
  test("bars name their edges, the last without a bound", () => {
    const bars = barsOf([0, 0.5, 1, null], [3, 4, 5]);
    assert.deepEqual(bars.map((b) => b.label), ["0 to 0.5", "0.5 to 1", "1 and more"]);
    assert.deepEqual(bars.map((b) => b.value), [3, 4, 5]);
  });

  test("an axis ends at a round number not below the largest value", () => {
    for (const value of [0, 1, 2, 3, 7, 10, 11, 99, 100, 101, 12345, 9_999_999]) {
      const { top, ticks } = axis(value);
      assert.ok(top >= value && ticks.at(-1) === top && ticks[0] === 0 && ticks.length <= 6, `${value}: ${ticks}`);
      assert.ok(ticks.every(Number.isInteger));
    }
  });

  test("periods add up to the rows", () => {
    const rows = Array.from({ length: 1001 }, (_, i) => ({ from: String(i), documents: i, reusing: 1, passages: 2 }));
    const drawn = periods(rows, 100);
    assert.ok(drawn.length <= 100);
    assert.equal(drawn.reduce((n, p) => n + p.documents, 0), 500_500);
    assert.equal(drawn.at(-1)!.to, "1000");
    assert.equal(periods(rows.slice(0, 5), 100).length, 5);
  });

  test("dates of every form have a place in time", () => {
    assert.equal(timeOf("1970"), 0);
    assert.equal(timeOf("1970-01-02"), 86_400_000);
    assert.equal(timeOf("1970-01-02T10:00:00Z"), 86_400_000);
    assert.ok(timeOf("0079-08-24")! < timeOf("0179")!);
    for (const none of [null, "", "soon", "<b>"]) assert.equal(timeOf(none), null);
  });

  test("time ticks lie inside and are few", () => {
    for (const [from, to] of [["1840", "1860"], ["1840-01-01", "1840-01-20"], ["1000", "2020"], ["1900", "1900"]]) {
      const [x, y] = [timeOf(from!)!, timeOf(to!)!];
      const ticks = timeTicks(x, y, 6);
      assert.ok(ticks.length >= 1 && ticks.length <= 13, `${from}: ${ticks.length}`);
      assert.ok(ticks.every((t) => t.at >= x && t.at <= y));
    }
  });

  test("a table as text keeps one row to a line", () => {
    assert.equal(asText({ columns: ["a", "b"], rows: [["x\ty\nz", 1.5]] }), "a\tb\nx y z\t1.5");
  });

  test("what XML has no form for is replaced", () => {
    assert.equal(xmlText("a\u0000\u000b\ud800b\u{1f600}\tc"), "a\ufffd\ufffd\ufffdb\u{1f600}\tc");
  });
});

describe("lanes", () => {
  const apart = (dots: { x: number; lane: number }[], end: number) => {
    const places = placesOf(dots, end);
    const lanes = lanesOf(1 + Math.max(...dots.map((dot) => dot.lane)), dots, places, 8);
    const at = places.map(({ x, y }, i) => ({ x, y: lanes[dots[i]!.lane]!.y + y }));
    return at.every((p, i) => at.slice(i + 1).every((q) => Math.hypot(p.x - q.x, p.y - q.y) >= APART - 1e-9 || Math.abs(p.y - q.y) >= APART));
  };

  test("a dot alone stands at its time in the middle of its lane", () => {
    assert.deepEqual(placesOf([{ x: 100, lane: 0 }, { x: 10, lane: 0 }, { x: 100, lane: 1 }], 400), [
      { x: 100, y: 0 },
      { x: 10, y: 0 },
      { x: 100, y: 0 },
    ]);
  });

  test("dots of one time, or nearly, are set apart, and lanes make room for them", () => {
    assert.ok(apart([{ x: 50, lane: 0 }, { x: 50, lane: 0 }, { x: 50, lane: 1 }], 400));
    const next = random(3);
    for (const number of [5, 40, 120]) {
      const dots = Array.from({ length: number }, () => ({ x: Math.round(next() * 30) * 10, lane: Math.floor(next() * 3) }));
      assert.ok(apart(dots, 4000), `${number} dots`);
    }
  });

  test("more than there is room for stay inside the figure", () => {
    const places = placesOf(Array.from({ length: 500 }, () => ({ x: 300, lane: 0 })), 400);
    assert.ok(places.every(({ x, y }) => x >= 300 && x <= 400 && Math.abs(y) < 100));
  });
});

describe("strips", () => {
  test("to one scale the shorter text has the shorter strip, but never none", () => {
    assert.deepEqual(stripsOf([100, 400], 800, true), [200, 800]);
    assert.deepEqual(stripsOf([100, 400], 800, false), [800, 800]);
    assert.deepEqual(stripsOf([1, 1_000_000], 800, true), [12, 800]);
    assert.deepEqual(stripsOf([0, 0], 800, true), [12, 12]);
  });

  test("a stretch is drawn at its share of the strip, and never too thin to see", () => {
    const stretch = { a_begin: 50, a_end: 100, b_begin: 0, b_end: 0 };
    assert.deepEqual(shapeOf(stretch, [100, 400], [200, 800], 10), { a: [110, 210], b: [10, 11.5] });
  });

  test("the nearest shape, on either strip and between them; of several the narrowest", () => {
    const crossing = [{ a: [0, 10], b: [90, 100] }, { a: [90, 100], b: [0, 10] }] as Parameters<typeof nearest>[0];
    assert.deepEqual([[5, 0], [5, 1], [30, 0], [30, 1]].map(([x, t]) => nearest(crossing, x!, t!)), [0, 1, 0, 1]);
    assert.equal(nearest(crossing, 5, 0, (i) => i !== 0), 1);
    assert.equal(nearest([{ a: [0, 100], b: [0, 100] }, { a: [40, 50], b: [40, 50] }], 45, 0.5), 1);
    assert.equal(nearest([], 5, 0), -1);
  });

  test("bins from half on make runs", () => {
    assert.deepEqual(runsOf([50, 100, 49, 0, 51]), [[0, 2], [4, 5]]);
    assert.deepEqual(runsOf([]), []);
  });

  test("a portion begins with the passage that is first in a, and part of it in both", () => {
    const portion = { a_begin: 100, a_end: 200, b_begin: 0, b_end: 50 };
    const passages = [
      { a_begin: 100, a_end: 110, b_begin: 500, b_end: 510 },
      { a_begin: 150, a_end: 160, b_begin: 30, b_end: 40 },
      { a_begin: 105, a_end: 115, b_begin: 0, b_end: 10 },
    ];
    assert.equal(firstOf(portion, passages), 2);
    assert.equal(firstOf(portion, passages.slice(0, 1)), -1);
    // Reaching into it is not enough.
    assert.equal(firstOf(portion, [{ a_begin: 60, a_end: 110, b_begin: 0, b_end: 50 }]), -1);
  });
});

describe("words", () => {
  test("places in a text are rounded outwards, and scores never up to all", () => {
    assert.deepEqual([placeIn(0, 200, 200), placeIn(25, 95, 200), placeIn(100, 101, 200), placeIn(100, 100, 200), placeIn(0, 0, 0)], ["0–100 %", "12–48 %", "50–51 %", "50 %", "0 %"]);
    assert.deepEqual([0, 0.824, 0.9999, 1].map(score), ["0.00", "0.82", "> 0.99", "1.00"]);
  });

  test("shares that are not all or nothing never look so", () => {
    assert.deepEqual([0, 0.0001, 0.5, 0.9999, 1].map(percent), ["0 %", "< 0.1 %", "50.0 %", "> 99.9 %", "100 %"]);
  });

  test("directions and lags", () => {
    assert.equal(direction({ direction: "a_to_b", lag_days: 1 }), "first in A, in B 1 day later");
    assert.equal(direction({ direction: "a_to_b", lag_days: 0 }), "first in A, in B less than a day later");
    assert.equal(direction({ direction: "b_to_a", lag_days: null }), "first in B, in A later");
    assert.equal(direction({ direction: "unknown", lag_days: null }), "direction unknown");
    assert.equal(direction({ direction: "unknown", lag_days: 0 }), "both on the same day");
    assert.equal(lag(4000), "4,000 days (about 11 years)");
  });

  test("a date with a time is cut to its day, and nothing else is", () => {
    assert.deepEqual(["2024-03-04T09:00:00Z", "2024-03-04 09:00", "-0044-03-15t12:00:00+01:00"].map(dayOf), ["2024-03-04", "2024-03-04", "-0044-03-15"]);
    for (const date of ["2024-03-04", "2024-03", "1848", "2024-03-04 or later", "–", ""]) assert.equal(dayOf(date), date);
  });

  test("a shortened text does not end in half a character", () => {
    assert.equal(short("ab  \n c", 9), "ab c");
    assert.equal(short("𝒳𝒳𝒳", 4), "𝒳…");
  });
});

describe("addresses", () => {
  test("settings survive the way through the address", () => {
    const query = { ...NO_PAIR_QUERY, text: "a&b=#?/ü <x>", class: "C1", series: "S & T", with: "%", document: 4, least: 0.25, sort: "hits" as const, down: true, page: 3 };
    assert.deepEqual(pairQuery(parseRoute(pairsLink(query)).settings), query);
    const route = parseRoute(pairLink(7, query, 12));
    assert.deepEqual([route.view, route.key, route.passage], ["pair", "8", 12]);
    assert.deepEqual(pairQuery(route.settings), query);
  });

  test("settings of works survive the way through the address", () => {
    const query = { ...NO_WORK_QUERY, text: "a&b", work: "w1 <x>", document: 3, page: 2 };
    assert.deepEqual(workQuery(parseRoute(worksLink(query)).settings), query);
    assert.equal(parseRoute(worksLink(NO_WORK_QUERY)).view, "works");
    assert.deepEqual(workQuery(parseRoute("#/works?page=-1&document=x").settings), NO_WORK_QUERY);
  });

  test("what is as usual is left out", () => assert.equal(pairsLink(NO_PAIR_QUERY), "#/pairs"));

  test("cluster ids may hold anything", () => {
    for (const id of ["a/b?c#d%20", "<script>", "\ud800x", "%", "…"]) {
      assert.equal(parseRoute(clusterLink(id)).key, id.replace("\ud800", "\ufffd"));
    }
  });

  test("nonsense in the address does no harm", () => {
    for (const hash of ["#/pairs?page=-4&sort=__proto__&least=9", "#/pair/x%", "#/nowhere", "#", "", "#/pairs?page=1e9&document=-1"]) {
      const query = pairQuery(parseRoute(hash).settings);
      assert.deepEqual([query.page, query.sort, query.least, query.document], [1, "order", 0, null]);
    }
  });
});

describe("the embedded source", () => {
  const report = makeReport({ documents: 60 });
  const source = new Embedded(report);

  test("pages add up to the whole list, in order", async () => {
    const first = await source.pairs(NO_PAIR_QUERY);
    const all: number[] = [];
    for (let page = 1; page <= first.pages; page++) all.push(...(await source.pairs({ ...NO_PAIR_QUERY, page })).rows.map((r) => r.index));
    assert.deepEqual(all, report.pairs.map((_, i) => i));
    assert.equal((await source.pairs({ ...NO_PAIR_QUERY, page: 999 })).page, first.pages);
  });

  test("every column sorts both ways", async () => {
    for (const sort of ["a_in_b", "b_in_a", "hits", "a_matched", "b_matched", "passages", "class"] as const) {
      for (const down of [false, true]) {
        const values = (await source.pairs({ ...NO_PAIR_QUERY, sort, down })).rows.map((r) => r.pair[sort]);
        const sorted = [...values].sort((x, y) => (x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1));
        assert.deepEqual(values, sorted, sort);
      }
    }
  });

  test("filters keep what fits, and only that", async () => {
    const fits = async (query: object, test: (row: (typeof report.pairs)[number]) => boolean) => {
      const found = await source.pairs({ ...NO_PAIR_QUERY, ...query });
      assert.equal(found.total, report.pairs.filter(test).length);
      assert.ok(found.rows.every((row) => test(row.pair)));
    };
    const series = (i: number) => report.documents[i]!.series;
    await fits({ class: "C4" }, (p) => p.class === "C4");
    await fits({ label: "alias" }, (p) => p.labels.includes("alias"));
    await fits({ least: 0.8 }, (p) => Math.max(p.a_in_b, p.b_in_a) >= 0.8);
    await fits({ document: 5 }, (p) => p.a === 5 || p.b === 5);
    await fits({ text: "EVENING 0001" }, (p) => {
      const names = [p.a, p.b].map((d) => `${report.documents[d]!.id} ${report.documents[d]!.title ?? ""}`.toLowerCase()).join(" ");
      return names.includes("evening") && names.includes("0001");
    });
    await fits({ series: "Almanac", with: "Evening Post" }, (p) =>
      [[p.a, p.b], [p.b, p.a]].some(([x, y]) => series(x!) === "Almanac" && series(y!) === "Evening Post"));
    await fits({ series: "Almanac", with: "Almanac" }, (p) => series(p.a) === "Almanac" && series(p.b) === "Almanac");
  });

  test("the pairs before and after are those of the list", async () => {
    const query = { ...NO_PAIR_QUERY, sort: "hits" as const, down: true };
    const rows = (await source.pairs(query)).rows;
    const second = await source.pair(rows[1]!.index, query);
    assert.deepEqual([second!.around.before, second!.around.after, second!.around.place], [rows[0]!.index, rows[2]!.index, 2]);
    assert.equal(await source.pair(99_999, query), null);
  });

  test("clusters: found by text and by member, with the pair of member and oldest", async () => {
    const all = await source.clusters(NO_CLUSTER_QUERY);
    assert.equal(all.total, report.clusters.length);
    const cluster = report.clusters[0]!;
    const detail = await source.cluster(cluster.cluster_id, NO_CLUSTER_QUERY);
    const [first, second] = detail!.members;
    const pair = report.pairs[second!.pair!]!;
    assert.deepEqual([pair.a, pair.b], [first!.member.document, second!.member.document]);
    const name = second!.document.id;
    assert.ok((await source.clusters({ ...NO_CLUSTER_QUERY, text: name })).rows.some((r) => r.cluster === cluster));
    assert.equal(await source.cluster("none", NO_CLUSTER_QUERY), null);
  });

  test("pairs sort by the score of their unique words, those without one last", async () => {
    for (const down of [false, true]) {
      const { rows } = await source.pairs({ ...NO_PAIR_QUERY, sort: "its_both", down });
      const values = rows.map((r) => (r.pair.scores && "its_both" in r.pair.scores ? r.pair.scores.its_both : null));
      const scored = values.filter((v) => v !== null);
      assert.ok(scored.length > 5 && values.length > scored.length);
      assert.deepEqual(values.slice(0, scored.length), [...scored].sort((x, y) => (down ? y - x : x - y)));
    }
    assert.equal((await source.head()).measure, "order");
    assert.equal((await new Embedded(sentencesReport()).head()).measure, "sentences");
  });

  test("works: largest first, each member with the other works it is in", async () => {
    const books = booksReport();
    const of = new Embedded(books);
    const { rows, total } = await of.works(NO_WORK_QUERY);
    assert.equal(total, books.works!.length);
    const sizes = rows.map((r) => r.members.length);
    assert.deepEqual(sizes, [...sizes].sort((x, y) => y - x));
    let several = 0;
    for (const { work, members } of rows) {
      for (const { member, also } of members) {
        const all = books.works!.filter((w) => w.members.some((m) => m.document === member.document)).map((w) => w.work_id);
        assert.deepEqual(also, all.filter((id) => id !== work.work_id));
        if (also.length > 1) several++;
      }
    }
    assert.ok(several > 0);
    const { work, members } = rows[1]!;
    assert.deepEqual((await of.works({ ...NO_WORK_QUERY, work: work.work_id })).rows.map((r) => r.work), [work]);
    const { member, also } = members[0]!;
    assert.equal((await of.works({ ...NO_WORK_QUERY, document: member.document })).total, also.length + 1);
    assert.ok((await of.works({ ...NO_WORK_QUERY, text: members[0]!.document.id })).rows.some((r) => r.work === work));
    assert.deepEqual((await of.pair(0, NO_PAIR_QUERY))!.works.a.length > 0, true);
  });

  test("a report without works has none to show", async () => {
    const { works: _, ...old } = makeReport();
    assert.deepEqual(await new Embedded(old).works(NO_WORK_QUERY), { rows: [], total: 0, page: 1, pages: 1 });
    assert.equal((await new Embedded(old).head()).here.works, 0);
  });
});
