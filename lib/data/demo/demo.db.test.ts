import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.SMTP_URL = "smtp://127.0.0.1:9";
  process.env.MAIL_FROM = "Parley <parley@example.com>";
  process.env.PARLEY_BASE_URL = "https://parley.example.com";
});

import { archiveAgent } from "@/lib/agents/agents";
import { listCalls, readCall } from "@/lib/calls/calls";
import { type Call, ListCalls } from "@/lib/calls/calls/schema";
import { readPeaks, readRecording } from "@/lib/calls/recordings";
import { ListConsents } from "@/lib/contacts/consent/schema";
import { listConsents } from "@/lib/contacts/contacts";
import { foldAnalytics, timeseries } from "@/lib/data/analytics";
import { SeriesQuery } from "@/lib/data/analytics/schema";
import { listDeletions, receiptKey } from "@/lib/data/erasure";
import { ListDeletions } from "@/lib/data/erasure/schema";
import { listDeliveries, listWebhooks, serveEvents } from "@/lib/data/webhooks";
import { ListDeliveries, ListWebhooks } from "@/lib/data/webhooks/schema";
import { initializeInstallation } from "@/lib/identity/auth";
import { listWorkspaceIds, readWorkspace } from "@/lib/identity/workspaces";
import { listCampaignContacts, listCampaigns } from "@/lib/outreach/campaigns";
import { ListCampaignContacts, ListCampaigns } from "@/lib/outreach/campaigns/schema";
import { systemClock } from "@/lib/platform/clock";
import type { Environment } from "@/lib/platform/context";
import { systemCtx } from "@/lib/platform/context/make";
import { db, directUrl } from "@/lib/platform/db";
import type { Jobs } from "@/lib/platform/jobs";
import { closeHub } from "@/lib/platform/live";
import { createStagedClock } from "@/lib/voice/offline/staged-calls";
import { createDemoWorkspace } from "./create-demo-workspace";
import { playDemoScenario } from "./play-scenario";
import type { Scenario } from "./scenario";
import { SCENARIOS } from "./scenarios";

/** Voices start and speak on a machine that does something else too. */
const PATIENCE_MS = 300_000;
vi.setConfig({ testTimeout: PATIENCE_MS });

let owner: pg.Client;
const connect = vi.spyOn(Socket.prototype, "connect");
beforeAll(async () => {
  owner = new pg.Client({ connectionString: directUrl() });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await closeHub();
});

const queued = async (task: string) =>
  (
    await owner.query<{ key: string; payload: Record<string, unknown>; run_at: Date }>(
      `select j.key, p.payload, j.run_at from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
       where j.task_identifier = $1 order by j.key`,
      [task],
    )
  ).rows;

let payload: Jobs["demo.fill"];
const ctxOf = (workspaceId = payload.workspaceId, environment: Environment = "live") =>
  systemCtx(workspaceId, "test", { environment });
const play = (scenario: number) => playDemoScenario({ workspaceId: payload.workspaceId, scenario });
const numberOf = (matches: (scenario: Scenario) => boolean): number => SCENARIOS.findIndex(matches);
const calls = async (environment: Environment = "live"): Promise<Call[]> => {
  const { data } = await listCalls(ctxOf(undefined, environment), ListCalls.parse({ limit: "100" }));
  return Promise.all(data.map(({ id }) => readCall(ctxOf(undefined, environment), id)));
};
const newCalls = async (before: readonly Call[]): Promise<Call[]> => {
  const knownIds = new Set(before.map(({ id }) => id));
  return (await calls()).filter(({ id }) => !knownIds.has(id));
};
/** Plays a scenario, and returns its calls. */
const callsOf = async (scenario: number): Promise<Call[]> => {
  const before = await calls();
  await play(scenario);
  return newCalls(before);
};
/** The events of the recording, in order. */
const eventsOf = (call: Call | undefined) =>
  (call?.recording.trace ?? []).map((entry) => (entry as { event: string }).event);
/** Plays a scenario until its clock has been advanced so often. Returns false if it stopped there. */
async function playAndStop(scenario: number, stop: number): Promise<boolean> {
  let advances = 0;
  const createClock: typeof createStagedClock = (at) => {
    const clock = createStagedClock(at);
    const advance = (ms: number) => {
      advances++;
      if (advances > stop) throw new Error("The process stops.");
      clock.advance(ms);
    };
    return { now: clock.now, advance };
  };
  const { workspaceId } = payload;
  return playDemoScenario({ workspaceId, scenario }, systemClock, createClock).then(
    () => true,
    () => false,
  );
}
const endOfHistory = async () => (await readWorkspace(ctxOf())).created_at;

async function bytesOf(callId: string, format: "ogg" | "wav"): Promise<Buffer> {
  const file = await readRecording(ctxOf(), callId, { format, download: "false" }, true);
  const parts: Uint8Array[] = [];
  for await (const part of file.read(0, file.bytes)) parts.push(part);
  return Buffer.concat(parts);
}

test("the first start leaves one job that makes the demo, with ids alone", async () => {
  expect(await queued("demo.fill")).toEqual([]);
  await initializeInstallation({ PARLEY_DEMO: "1" });
  await initializeInstallation({ PARLEY_DEMO: "1" });
  const [job, ...more] = await queued("demo.fill");
  expect(more).toEqual([]);
  expect(job?.payload).toEqual({
    workspaceId: expect.stringMatching(/^ws_/),
    userId: expect.stringMatching(/^usr_/),
    // The request that caused it, and how many jobs were in between.
    origin: expect.stringMatching(/^req_\w+ 0\b/),
  });
  payload = job?.payload as Jobs["demo.fill"];
});

test("done twice it makes one workspace behind the first, of the same owner, with its agents deployed once", async () => {
  await createDemoWorkspace(payload);
  await createDemoWorkspace(payload);
  const { workspaceId } = payload;
  const [first = "", second, ...more] = await listWorkspaceIds();
  expect([second, more]).toEqual([workspaceId, []]);
  const { name, defaults } = await readWorkspace(ctxOf());
  expect(name).toBe("Demo");
  expect(defaults.recording.retention_days).toBe(365);
  const members = (id: string) =>
    ctxOf(id).db.all(db.selectFrom("members").select(["user_id", "role"]).where("workspace_id", "=", id));
  expect(await members(workspaceId)).toEqual(await members(first));
  const agents = await ctxOf().db.all(
    db.selectFrom("agents").select(["status", "live_version", "policy", "created_at"]),
  );
  expect(agents).toHaveLength(5);
  for (const agent of agents) {
    expect(agent).toMatchObject({
      status: "live",
      live_version: 1,
      policy: { recording: { retention_days: 365 }, transcript: { retention_days: 3_650 } },
    });
    const ageMs = Date.parse(await endOfHistory()) - Date.parse(agent.created_at);
    expect(ageMs).toBeGreaterThan(30 * 86_400_000);
  }
  expect(await ctxOf(first).db.all(db.selectFrom("agents").select("id"))).toEqual([]);
  expect((await queued("demo.play")).map((job) => job.payload.scenario)).toEqual([0]);
});

test("the first scenario is a recorded call that can be played: two sides, a waveform, masks and the consent's trail", async () => {
  const [call, ...more] = await callsOf(0);
  expect(more).toEqual([]);
  expect(call).toMatchObject({
    channel: "phone",
    direction: "inbound",
    status: "completed",
    end_reason: "agent_ended",
    outcome: { tag: "booked" },
    tags: ["sample"],
    recording: { state: "recorded", announced_at: expect.any(String), opted_out_at: null },
  });
  const { id = "", transcript = [], created_at: createdAt = "", settled_at: settledAt = "" } = call ?? {};
  expect(eventsOf(call)).toEqual(["announcing", "announced", "began_after_yes", "stopped"]);
  expect(settledAt && settledAt < (await endOfHistory())).toBe(true);
  expect(Date.parse(await endOfHistory()) - Date.parse(createdAt)).toBe(25 * 60_000);

  const ogg = await bytesOf(id, "ogg");
  expect(ogg.subarray(0, 4).toString()).toBe("OggS");
  const wav = await bytesOf(id, "wav");
  expect(wav.readUInt16LE(22)).toBe(2);
  const peaks = await readPeaks(ctxOf(), id);
  expect(Math.max(...peaks.caller)).toBeGreaterThan(0.1);
  expect(Math.max(...peaks.agent)).toBeGreaterThan(0.1);

  // The caller's number is masked in the words, and silent in the sound.
  const masked = transcript.find(({ role, text }) => role === "caller" && text?.includes("["));
  expect(masked).toBeDefined();
  expect(JSON.stringify(transcript)).not.toContain("0151");
  const { start_ms: startMs = 0, end_ms: endMs = 0 } = masked ?? {};
  const barsOf = (from: number, to: number) =>
    peaks.caller.slice(
      Math.ceil((from - peaks.started_ms) / peaks.interval_ms),
      Math.floor((to - peaks.started_ms) / peaks.interval_ms),
    );
  expect(barsOf(startMs, endMs).length).toBeGreaterThan(5);
  expect(Math.max(...barsOf(startMs, endMs))).toBeLessThan(0.02);
  const audibleTurn = transcript.find(({ role, text }) => role === "caller" && !text?.includes("["));
  expect(Math.max(...barsOf(audibleTurn?.start_ms ?? 0, audibleTurn?.end_ms ?? 0))).toBeGreaterThan(0.1);
});

test("a scenario schedules the next, and the jobs of its calls wait until it is over", async () => {
  expect((await queued("demo.play")).map((job) => job.payload.scenario)).toEqual([1]);
  const inAMinute = Date.now() + 60_000;
  for (const job of [...(await queued("call.tick")), ...(await queued("recording.finish"))])
    expect(job.run_at.getTime()).toBeGreaterThan(inAMinute);
});

test.each([
  ["declines", { state: "suppressed" }, "declined_by_words"],
  ["presses_9", { state: "suppressed" }, "declined_by_key"],
  ["unclear_then_yes", { state: "recorded" }, "began_after_yes"],
  ["silence", { state: "recorded" }, "began_after_silence"],
] as const)("a caller who answers the announcement with %s", async (consent, recording, event) => {
  const number = numberOf(
    (scenario) =>
      scenario.kind === "spoken_call" && scenario.consent === consent && scenario.line === "received",
  );
  const [call] = await callsOf(number);
  expect(call).toMatchObject({ status: "completed", recording });
  expect(eventsOf(call)).toContain(event);
  if (recording.state !== "suppressed")
    return expect((await bytesOf(call?.id ?? "", "ogg")).length).toBeGreaterThan(0);
  await expect(bytesOf(call?.id ?? "", "ogg")).rejects.toMatchObject({ code: "not_found" });
  const { data } = await listConsents(ctxOf(), call?.contact_id ?? "", ListConsents.parse({}));
  expect(data).toMatchObject([{ purpose: "recording", granted: false, call_id: call?.id }]);
});

test("a caller who asks for a person is transferred", async () => {
  const number = numberOf(
    (scenario) =>
      scenario.kind === "spoken_call" &&
      scenario.persona === "dennis" &&
      scenario.line === "received" &&
      scenario.isTransferAnswered,
  );
  const [call] = await callsOf(number);
  expect(call).toMatchObject({ status: "completed", end_reason: "transferred" });
});

test("conversations by text messages, calls in vain, and calls that policy blocks", async () => {
  const thread = await callsOf(numberOf(({ kind }) => kind === "text_thread"));
  expect(thread).toMatchObject([{ channel: "sms", direction: "outbound", status: "completed" }]);
  const texts = await ctxOf().db.all(
    db
      .selectFrom("texts")
      .select(["direction", "state"])
      .where("call_id", "=", thread[0]?.id ?? ""),
  );
  expect(new Set(texts.map(({ state }) => state))).toEqual(new Set(["sent", "received"]));
  for (const result of ["no_answer", "voicemail", "busy", "blocked"]) {
    const number = numberOf((scenario) => scenario.kind === "unanswered_call" && scenario.result === result);
    expect(await callsOf(number)).toMatchObject([{ status: result, direction: "outbound" }]);
  }
});

test("a webhook's messages are answered inside the process", async () => {
  await play(numberOf(({ kind }) => kind === "webhook"));
  const before = await calls();
  await play(numberOf((scenario) => scenario.kind === "spoken_call" && scenario.line === "dialed"));
  const [dialed] = await newCalls(before);
  expect(dialed).toMatchObject({ direction: "outbound", status: "completed" });
  await serveEvents(ctxOf());
  const { data: webhooks } = await listWebhooks(ctxOf(), ListWebhooks.parse({}));
  const { data } = await listDeliveries(ctxOf(), webhooks[0]?.id ?? "", ListDeliveries.parse({}));
  expect(data.map(({ type }) => type)).toEqual(expect.arrayContaining(["call.settled"]));
  for (const delivery of data)
    expect(delivery).toMatchObject({ status: "delivered", response_status: 200, attempts: 1 });
});

test("a campaign runs to its end, with the reasons of contacts that it did not call", async () => {
  const number = numberOf(({ kind }) => kind === "campaign");
  const before = await calls();
  // While its contacts are created, and in the middle of its first call.
  for (const stop of [5, 300]) expect(await playAndStop(number, stop)).toBe(false);
  await play(number);
  const campaignCalls = await newCalls(before);
  await play(number);
  expect(await newCalls(before)).toHaveLength(campaignCalls.length);
  const { data: campaigns } = await listCampaigns(ctxOf(), ListCampaigns.parse({}));
  expect(campaigns).toMatchObject([{ status: "completed", counts: { total: 12, blocked: 3, pending: 0 } }]);
  const { data } = await listCampaignContacts(
    ctxOf(),
    campaigns[0]?.id ?? "",
    ListCampaignContacts.parse({ status: "blocked" }),
  );
  expect(data.flatMap(({ reasons }) => reasons.map(({ code }) => code))).toEqual(
    expect.arrayContaining(["consent_revoked", "no_consent", "suppressed"]),
  );
  // Each of the others is called once; the interrupted call has failed.
  expect(new Set(campaignCalls.map(({ contact_id: contact }) => contact)).size).toBe(9);
  expect(campaignCalls).toHaveLength(9);
  expect(new Set(campaignCalls.map(({ status }) => status))).toEqual(
    new Set(["completed", "no_answer", "voicemail", "busy", "failed"]),
  );
});

test("an erasure ends with a receipt that verifies", async () => {
  const number = numberOf(({ kind }) => kind === "erasure");
  const scenario = SCENARIOS[number];
  const phone = scenario?.kind === "erasure" ? scenario.phone : "";
  await play(numberOf((each) => each.kind === "spoken_call" && each.phone === phone));
  await play(number);
  await play(number);
  const { data } = await listDeletions(ctxOf(), ListDeletions.parse({}));
  expect(data).toMatchObject([{ status: "completed", removed: { calls: 1 } }]);
  const folder = mkdtempSync(join(tmpdir(), "receipt-"));
  const [file, key] = [join(folder, "receipt.json"), join(folder, "key.pem")];
  writeFileSync(file, JSON.stringify(data[0]?.receipt));
  writeFileSync(key, receiptKey().public_key);
  const verified = execFileSync("node", ["bin/receipt-verify.mjs", file, "--key", key], { encoding: "utf8" });
  expect(verified).toMatch(/^valid: del_/);
  const notices = await ctxOf().db.all(db.selectFrom("notices").select("kind"));
  expect(notices).toEqual([{ kind: "deletion.completed" }]);
  expect(await queued("notice.mail")).toEqual([]);
});

test.each([
  [
    "a recorded call",
    (s: Scenario) => s.kind === "spoken_call" && s.consent === "unclear_then_no" && s.line === "received",
    [1, 40, 400, 2_000],
  ],
  ["a conversation by text", (s: Scenario) => s.kind === "text_thread" && s.persona === "ines", [1, 3, 5]],
])("%s that a stopped process left is played once", async (_, matches, stops) => {
  const number = SCENARIOS.findLastIndex(matches);
  const before = await calls();
  let stopped = 0;
  for (const stop of stops) if (!(await playAndStop(number, stop))) stopped++;
  expect(stopped).toBeGreaterThan(1);
  await play(number);
  await play(number);
  const [call, ...more] = await newCalls(before);
  expect(more).toEqual([]);
  expect(call?.settled_at && call.settled_at < (await endOfHistory())).toBe(true);
  const { data } = await listConsents(ctxOf(), call?.contact_id ?? "", ListConsents.parse({}));
  expect(data.length).toBe(1);
});

test("the figures are those of the past days, and nothing was sent outside", async () => {
  await foldAnalytics(ctxOf());
  const all = await calls();
  const days = new Set(all.map(({ created_at: at }) => at.slice(0, 10)));
  expect(days.size).toBeGreaterThan(3);
  const to = await endOfHistory();
  const from = new Date(Date.parse(to) - 31 * 86_400_000).toISOString();
  const series = await timeseries(ctxOf(), SeriesQuery.parse({ metric: "calls", bucket: "day", from, to }));
  const values = series.series.flatMap((line) => line.values.map((value) => value ?? 0));
  expect(values.reduce((sum, value) => sum + value, 0)).toBe(all.length);
  expect(values.filter((value) => value > 0).length).toBeGreaterThan(3);
  // Every connection of this process led to the database.
  const hosts = (connect.mock.calls as unknown[][]).map(([target, host]) => {
    if (typeof target === "number") return host;
    const [options] = Array.isArray(target) ? target : [target];
    return (options as { host?: unknown }).host;
  });
  expect(new Set(hosts)).toEqual(new Set([new URL(directUrl()).hostname]));
});

test("an archived agent is skipped, and the demo ends after its last scenario", async () => {
  await playDemoScenario({ workspaceId: payload.workspaceId, scenario: SCENARIOS.length }, systemClock);
  const [agent] = await ctxOf().db.all(
    db.selectFrom("agents").select("id").where("name", "=", "Claim intake"),
  );
  await archiveAgent(ctxOf(), agent?.id ?? "");
  const number = SCENARIOS.findLastIndex(
    (scenario) => scenario.kind === "chat" && scenario.agent === "claims",
  );
  expect(await callsOf(number)).toEqual([]);
  expect((await queued("demo.play")).map((job) => job.payload.scenario)).toEqual([number + 1]);
});
