import "@/test/properties";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listCalls } from "@/lib/calls/calls";
import { ListCalls } from "@/lib/calls/calls/schema";
import { createCallFixture } from "@/lib/calls/calls/testing/call-fixture";
import type { Environment } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { apiOf, type Send } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { checkAnalytics, foldAnalytics, summarizeCalls, timeseries } from ".";
import { BUCKETS, SeriesQuery, type Summary, SummaryQuery } from "./schema";
import { endedFields, type HistorySetting, historyOf, insertCampaign, startedCall } from "./testing/history";

afterAll(closeHub);

const AGREES = { differences: 0, wrong_days: 0 };
const zones = ["UTC", "Asia/Kathmandu", "America/New_York"] as const;
const setZone = ({ workspaceId }: TestWorkspace, timezone: string) =>
  writeUnaudited(
    { workspaceId },
    { run: [db.updateTable("workspaces").set({ timezone }).where("id", "=", workspaceId)] },
  );

/**
 * A workspace with two live agents. Its calls are around the night in which clocks are put back in New York.
 */
async function opened(): Promise<{ space: TestWorkspace; place: HistorySetting }> {
  const fixture = await createCallFixture();
  const agents = [await fixture.agent(), await fixture.agent()] as const;
  const { workspaceId } = fixture.space;
  const campaignId = await insertCampaign(workspaceId, agents[0]);
  const startMs = Date.parse("2026-10-28T00:00:00.000Z");
  return {
    space: fixture.space,
    place: { workspaceId, campaignId, agents: [...agents], startMs, spanMs: 7 * 86_400_000 },
  };
}
const RANGE = { from: "2026-10-20", to: "2026-11-10" };
const summary = (space: TestWorkspace, environment: Environment = "live", query: object = {}) =>
  summarizeCalls(space.ctx("viewer", environment), SummaryQuery.parse({ ...RANGE, ...query }));

const STEPS = [
  "begin",
  "begin",
  "begin",
  "begin",
  "end",
  "end",
  "settle",
  "settle",
  "late",
  "erase",
  "remove",
  "fold",
  "zone",
] as const;
const history = fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.nat(9_999)), {
  minLength: 150,
  maxLength: 200,
});

/** Concurrent settlers, each with several calls: with the fold, as many as the pool has connections. */
const LANES = 6;
const EACH = 8;

/** Each figure with the filters of its calls, as the page links them. */
const linksOf = (s: Summary): [number, object][] => [
  [s.calls, { figure: "ended" }],
  ...(["answered", "reached", "contained", "transferred", "opted_out", "successful"] as const).map(
    (figure): [number, object] => [s[figure], { figure }],
  ),
  [s.turn_latency.calls, { figure: "timed" }],
  [s.duration.calls, { figure: "answered" }],
  ...s.by_status.map(({ status, calls }): [number, object] => [calls, { status, figure: "ended" }]),
  ...s.by_channel.map(({ channel, calls }): [number, object] => [calls, { channel, figure: "ended" }]),
  ...s.by_agent.map(({ agent_id, calls }): [number, object] => [calls, { agent_id, figure: "ended" }]),
  ...s.by_campaign.map(({ campaign_id, calls }): [number, object] => [
    calls,
    { campaign_id, figure: "ended" },
  ]),
  ...s.outcomes.map(({ tag, calls }): [number, object] => [calls, { outcome: tag, figure: "ended" }]),
  ...s.recording.map(({ state, calls }): [number, object] => [
    calls,
    { recording_state: state, figure: "answered" },
  ]),
  ...s.blocked.map(({ code, calls }): [number, object] => [calls, { blocked_by: code, figure: "ended" }]),
];

describe("roll-ups", () => {
  test("match the calls after any history, in both environments, as does every list behind a figure", async () => {
    const { space, place } = await opened();
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const calls = historyOf(place);
        for (const [step, n] of steps) {
          if (step === "fold") await foldAnalytics(space.ctx());
          else if (step === "zone") await setZone(space, zones[n % zones.length] ?? "UTC");
          else await calls[step](n);
        }
        // Folding the changes does not change the responses.
        const before = [await summary(space), await summary(space, "test")];
        expect(await checkAnalytics(space.ctx())).toEqual(AGREES);
        expect([await summary(space), await summary(space, "test")]).toEqual(before);
      }),
      { numRuns: 6 },
    );
    for (const environment of ["live", "test"] as const) {
      const totals = await summary(space, environment);
      expect(totals.calls).toBeGreaterThan(5);
      const times = {
        created_after: new Date(Date.parse(totals.from) - 1).toISOString(),
        created_before: totals.to,
      };
      for (const [calls, filters] of linksOf(totals)) {
        const query = ListCalls.parse({ ...times, ...filters, limit: 1, include_total: "true" });
        const { total } = await listCalls(space.ctx("viewer", environment), query);
        expect([filters, total]).toEqual([filters, calls]);
      }
      for (const bucket of BUCKETS) {
        const query = SeriesQuery.parse({ ...RANGE, bucket, group_by: "status" });
        const { series } = await timeseries(space.ctx("viewer", environment), query);
        const sums = series.map(({ group, values }) => ({
          status: group,
          calls: values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
        }));
        const sorted = (list: object[]) => list.map((item) => JSON.stringify(item)).sort();
        expect(sorted(sums)).toEqual(sorted(totals.by_status));
      }
    }
  }, 180_000);

  test("stay correct without blocking while calls of one agent are settled, erased, deleted and folded concurrently", async () => {
    const { space, place } = await opened();
    // All calls in the same rows of roll-ups.
    const samePlace: HistorySetting = { ...place, agents: [place.agents[0]], spanMs: 1 };
    const lane = async (from: number): Promise<number> => {
      const calls = historyOf(samePlace);
      for (let n = 0; n < EACH; n++) await calls.begin(from + n);
      for (let n = 0; n < EACH; n++) {
        await calls.end(n);
        await calls.settle(n);
        if (n % 3 === 0) await calls.late(n);
        if (n % 4 === 1) await calls.erase(n);
      }
      await calls.remove(from);
      return calls.ids.length;
    };
    const lanes = Array.from({ length: LANES }, (_, n) => lane(n * EACH));
    const folding = [foldAnalytics(space.ctx()), foldAnalytics(space.ctx())];
    const [left] = await Promise.all([Promise.all(lanes), ...folding, checkAnalytics(space.ctx())]);
    expect(await checkAnalytics(space.ctx())).toEqual(AGREES);
    const [live, test] = [await summary(space), await summary(space, "test")];
    expect(live.calls + test.calls).toBe(left.reduce((sum, count) => sum + count, 0));
  });

  test("are computed once from all earlier calls, and from those settled meanwhile", async () => {
    const { space, place } = await opened();
    const calls = historyOf(place);
    for (let n = 1; n < 30; n++) {
      await calls.begin(n);
      await calls.end(n);
    }
    const right = await summary(space);
    // As after an upgrade: calls without recorded changes.
    await writeUnaudited(space, {
      run: [db.deleteFrom("analytics_changes").where("workspace_id", "=", space.workspaceId)],
    });
    expect((await summary(space)).calls).toBe(0);
    await Promise.all([foldAnalytics(space.ctx()), foldAnalytics(space.ctx()), calls.settle(3)]);
    expect(await checkAnalytics(space.ctx())).toEqual(AGREES);
    expect((await summary(space)).by_status).toEqual(right.by_status);
  });

  test("filtered by one party match its calls", async () => {
    const { space, place } = await opened();
    const calls = historyOf(place);
    for (let n = 1; n < 40; n++) {
      await calls.begin(n);
      await calls.end(n);
    }
    const noted = await summary(space);
    await foldAnalytics(space.ctx());
    expect(await summary(space)).toEqual(noted);
    for (const { agent_id, calls: count } of noted.by_agent) {
      const filtered = await summary(space, "live", { agent_id });
      expect([filtered.calls, filtered.by_agent]).toEqual([count, [{ agent_id, calls: count }]]);
      for (const { channel, calls: channelCalls } of filtered.by_channel)
        expect((await summary(space, "live", { agent_id, channel })).calls).toBe(channelCalls);
    }
  });

  test("count a test of a draft in the test environment alone, and recount after an upgrade", async () => {
    const { space, place } = await opened();
    const calls = historyOf(place);
    const [live, inTest] = [1, 5];
    for (const n of [live, inTest]) {
      const started = startedCall(place, n);
      const times = { answered_at: null, ended_at: started.created_at };
      const call = { ...started, ...endedFields(n), ...times, agent_version: null };
      await writeUnaudited(space, { run: [db.insertInto("calls").values(call)] });
    }
    await calls.begin(2);
    await calls.end(2);
    expect([(await summary(space)).calls, (await summary(space, "test")).calls]).toEqual([1, 1]);
    expect(await checkAnalytics(space.ctx())).toEqual(AGREES);
    const ended = ListCalls.parse({ figure: "ended" });
    expect((await listCalls(space.ctx("viewer", "live"), ended)).data).toHaveLength(1);
    // As before the upgrade: the draft was counted. The migration asks for a recount.
    await foldAnalytics(space.ctx());
    const tenant = { workspaceId: space.workspaceId };
    const rollups = db.updateTable("analytics_rollups").set({ calls: 2 });
    await writeUnaudited(tenant, {
      run: [
        rollups.where("workspace_id", "=", space.workspaceId).where("environment", "=", "live"),
        db
          .updateTable("analytics_state")
          .set({ checked_at: null, timezone: "" })
          .where("workspace_id", "=", space.workspaceId),
      ],
    });
    await foldAnalytics(space.ctx());
    expect((await summary(space)).calls).toBe(1);
  });

  test("that are wrong are detected, and repaired from the calls", async () => {
    const { space, place } = await opened();
    const calls = historyOf(place);
    for (let n = 1; n < 12; n++) {
      await calls.begin(n);
      await calls.end(n);
    }
    await foldAnalytics(space.ctx());
    const right = await summary(space);
    const tenant = { workspaceId: space.workspaceId };
    const all = db
      .updateTable("analytics_rollups")
      .set({ calls: 7 })
      .where("workspace_id", "=", space.workspaceId);
    await writeUnaudited(tenant, { run: [all.where("measure", "=", "figure")] });
    expect((await checkAnalytics(space.ctx())).differences).toBeGreaterThan(0);
    await checkAnalytics(space.ctx(), { repair: true });
    expect(await checkAnalytics(space.ctx())).toEqual(AGREES);
    expect(await summary(space)).toEqual(right);
  });
});

test("a call counts in the hour and day of the workspace's time zone, also right after that was changed", async () => {
  const { space, place } = await opened();
  const half = { ...place, startMs: Date.parse("2026-11-01T05:40:00.000Z"), spanMs: 1 };
  const calls = historyOf(half);
  await calls.begin(1);
  await calls.end(0);
  await foldAnalytics(space.ctx());
  const at = async (timezone: string, bucket: string) => {
    await setZone(space, timezone);
    const query = SeriesQuery.parse({ from: "2026-10-31", to: "2026-11-02", bucket });
    const { buckets, series } = await timeseries(space.ctx("viewer"), query);
    return buckets[series[0]?.values.indexOf(1) ?? -1];
  };
  // The first of the two hours from one to two of that night; in Kathmandu, whose hours begin at a quarter
  // past, the one from eleven.
  expect(await at("America/New_York", "hour")).toEqual({
    start: "2026-11-01T05:00:00.000Z",
    end: "2026-11-01T06:00:00.000Z",
  });
  expect(await at("America/New_York", "day")).toEqual({
    start: "2026-11-01T04:00:00.000Z",
    end: "2026-11-02T05:00:00.000Z",
  });
  expect(await at("Asia/Kathmandu", "hour")).toEqual({
    start: "2026-11-01T05:15:00.000Z",
    end: "2026-11-01T06:15:00.000Z",
  });
  await foldAnalytics(space.ctx());
  expect(await at("Asia/Kathmandu", "day")).toEqual({
    start: "2026-10-31T18:15:00.000Z",
    end: "2026-11-01T18:15:00.000Z",
  });
});

describe("the API", () => {
  let space: TestWorkspace;
  let ask: Send;
  beforeAll(async () => {
    space = await makeWorkspace();
    ask = apiOf(space);
  });

  test("counts a conversation as it ends and settles, and no longer once it is deleted", async () => {
    const input = { name: "Desk", type: "voice", voice_id: "builtin:slt", prompt: "Be kind." };
    const agent = String((await ask("POST", "/v1/agents", { body: input })).json.id);
    await ask("POST", `/v1/agents/${agent}/deploy`);
    const call = String(
      (await ask("POST", "/v1/calls", { body: { agent_id: agent, channel: "chat" } })).json.id,
    );
    const read = async (query = "") =>
      (await ask("GET", `/v1/analytics/summary${query}`, { role: "viewer" })).json;
    expect(await read()).toMatchObject({ calls: 0 });
    await ask("POST", `/v1/calls/${call}/messages`, { body: { text: "Hello" } });
    await ask("POST", `/v1/calls/${call}/end`);
    const { calls, reached, contained, turn_latency, usage } = (await read(`?agent_id=${agent}`)) as Summary;
    expect({ calls, reached, contained, timed: turn_latency.calls }).toEqual({
      calls: 1,
      reached: 1,
      contained: 1,
      timed: 1,
    });
    expect(usage.providers).toMatchObject([{ part: "model", provider: "builtin", calls: 1, cost: null }]);
    expect(await read("?channel=phone")).toMatchObject({ calls: 0 });
    const days = (await read("?from=2026-11-02&to=2026-11-03")) as Summary;
    const twoDaysMs = Date.parse(days.to) - Date.parse(days.from);
    expect(days.previous.to).toBe(days.from);
    expect(Date.parse(days.from) - Date.parse(days.previous.from)).toBe(twoDaysMs);
    expect((await ask("GET", "/v1/analytics/summary", { environment: "test" })).json).toMatchObject({
      calls: 0,
    });
    await ask("DELETE", `/v1/calls/${call}`);
    expect(await read()).toMatchObject({ calls: 0, turn_latency: { turns: 0 } });
    expect(await checkAnalytics(space.ctx())).toEqual(AGREES);
  });

  test("rejects what it cannot count, by name", async () => {
    for (const [query, pointer] of [
      ["from=2026-11-02&to=2026-11-01", "/from"],
      ["from=yesterday", "/from"],
      ["metric=minutes&group_by=status", "/group_by"],
      ["from=2020-01-01&bucket=hour", "/bucket"],
    ]) {
      const { status, json } = await ask("GET", `/v1/analytics/timeseries?${query}`);
      expect([status, (json.details as object[])[0]]).toMatchObject([400, { in: "query", pointer }]);
    }
  });

  test("exports a chart as a file for builders and stronger roles, with an audit event", async () => {
    expect((await ask("GET", "/v1/analytics/charts/volume", { role: "viewer" })).status).toBe(403);
    const file = await ask("GET", "/v1/analytics/charts/duration?from=2026-11-01&to=2026-11-02", {
      role: "builder",
    });
    expect(file.headers.get("content-type")).toContain("text/csv");
    expect(file.text).toBe(
      "start,end,average_duration_ms,p95_duration_ms\r\n" +
        "2026-11-01T00:00:00.000Z,2026-11-02T00:00:00.000Z,,\r\n2026-11-02T00:00:00.000Z,2026-11-03T00:00:00.000Z,,\r\n",
    );
    const { data } = (await ask("GET", "/v1/audit?action=export.created")).json as { data: object[] };
    expect(data[0]).toMatchObject({
      after: { resource: "analytics", chart: "duration", rows: 2, filters: { from: "2026-11-01" } },
    });
  });
});
