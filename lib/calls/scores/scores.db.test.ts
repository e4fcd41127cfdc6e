import "@/test/fixtures/loopback";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setScorecard } from "@/lib/agents/scorecards";
import { SetScorecard } from "@/lib/agents/scorecards/schema";
import { deleteCall, listCalls } from "@/lib/calls/calls";
import { ListCalls } from "@/lib/calls/calls/schema";
import { type CallFixture, createCallFixture, VARIABLES } from "@/lib/calls/calls/testing/call-fixture";
import { json, startTestModel, type TestModel } from "@/lib/calls/calls/testing/model";
import { summarizeScores } from "@/lib/data/analytics";
import { sweepRetention } from "@/lib/data/retention";
import { createWebhook } from "@/lib/data/webhooks";
import { CreateWebhook } from "@/lib/data/webhooks/schema";
import { db } from "@/lib/platform/db";
import { defaultHttpClient } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { judgeCall, markScore, notifyScoreDrifts, readCallScores } from ".";

const SECRET = "48151623";
const DAY_S = 86_400;
const CRITERIA = [
  { kind: "yes_no", name: "polite", question: "Was the agent polite?", weight: 1 },
  { kind: "scale", name: "clarity", question: "How clear?", min: 1, max: 5, pass_at: 4, weight: 1 },
  { kind: "text", name: "topic", question: "What was it about?" },
];
const ANSWERS = {
  answers: [
    { name: "polite", answer: true, reason: `It thanked the caller with ${SECRET}.` },
    { name: "clarity", answer: 2, reason: "It hurried." },
    { name: "topic", answer: "A table.", reason: "" },
  ],
};

let fixture: CallFixture;
let model: TestModel;
beforeAll(async () => {
  fixture = await createCallFixture();
  model = await startTestModel(fixture);
});
afterAll(async () => {
  await model.close();
  await defaultHttpClient.close();
  await closeHub();
});

/** Runs the judge with this answer, and returns the bodies of its requests. */
async function judge(callId: string, answer: unknown, attempt: number | null = null): Promise<string[]> {
  const bodies: string[] = [];
  model.script(({ body }) => {
    bodies.push(JSON.stringify(body));
    return json(answer);
  });
  const result = await judgeCall(fixture.space.ctx("owner"), callId, attempt);
  return [result, ...bodies];
}
async function scored(extra: object = {}, environment: "live" | "test" = "live") {
  const agentId = await fixture.agent({ variables: VARIABLES, ...extra });
  await setScorecard(fixture.ctx, agentId, SetScorecard.parse({ model: model.id, criteria: CRITERIA }));
  const { id } = await fixture.startCall(agentId, {}, environment);
  if (environment === "live") {
    await fixture.say(id, SECRET);
    await fixture.end(id);
  }
  return { agentId, id };
}
const read = (id: string) => readCallScores(fixture.space.ctx("viewer"), id);
const rowsOf = (id: string) =>
  fixture.rows.all(db.selectFrom("call_scores").selectAll().where("call_id", "=", id));

const listed = async (query: object) =>
  (await listCalls(fixture.space.ctx("viewer"), ListCalls.parse(query))).data.map((call) => call.id);
const eventsOf = async (id: string) =>
  (await fixture.rows.all(db.selectFrom("webhook_events").select("type").where("target", "=", id))).map(
    ({ type }) => type,
  );

test("a settled call is judged from its masked transcript, in one request, and stored sealed", async () => {
  const { agentId, id } = await scored();
  const admin = await adminOfThisDatabase();
  const jobs = await admin.query("select task_identifier from graphile_worker.jobs where key = $1", [
    `judge:${id}`,
  ]);
  await admin.end();
  expect(jobs.rows).toEqual([{ task_identifier: "call.judge" }]);
  const [result, request = "", ...more] = await judge(id, ANSWERS);
  expect([result, more]).toEqual(["judged", []]);
  expect(request).not.toContain(SECRET);
  expect(request).toContain("[account_number]");
  const { data, total } = await read(id);
  expect(total).toBe(62.5);
  expect(
    data.map(({ criterion, version, state, value, passed }) => [criterion, version, state, value, passed]),
  ).toEqual([
    ["polite", 1, "judged", true, true],
    ["clarity", 1, "judged", 2, false],
    ["topic", 1, "judged", null, null],
  ]);
  expect(data.map(({ reason, text }) => [reason, text])).toEqual([
    ["It thanked the caller with [account_number].", null],
    ["It hurried.", null],
    ["", "A table."],
  ]);
  const stored = JSON.stringify(
    (await rowsOf(id)).map((row) => ({ ...row, content: row.content?.toString("latin1") })),
  );
  expect(stored).not.toMatch(/thanked|hurried|A table/);
  // A repetition asks nothing and doubles nothing.
  expect(await judge(id, ANSWERS)).toEqual(["skipped"]);
  // A changed criterion is judged again; the former version keeps its score.
  const changed = CRITERIA.map((criterion) =>
    criterion.name === "polite" ? { ...criterion, guidance: "Thanks count." } : criterion,
  );
  await setScorecard(fixture.ctx, agentId, SetScorecard.parse({ model: model.id, criteria: changed }));
  await judge(id, { answers: [{ name: "polite", answer: false, reason: "No." }] });
  const after = (await read(id)).data.filter(({ criterion }) => criterion === "polite");
  expect(after.map(({ version, value }) => [version, value])).toEqual([
    [2, false],
    [1, true],
  ]);
  const { usage } =
    (await fixture.rows.first(db.selectFrom("calls").select("usage").where("id", "=", id))) ?? {};
  expect(JSON.stringify(usage)).toContain('"house"');
});

test("a failure of the model is retried, then stored with its reason and without a guess", async () => {
  const { id } = await scored();
  expect((await judge(id, { answers: [{ name: "polite", answer: "maybe" }] }, 0))[0]).toBe("retried");
  expect(await rowsOf(id)).toEqual([]);
  expect((await judge(id, { answers: [{ name: "polite", answer: null }] }, 3))[0]).toBe("judged");
  const { data, total } = await read(id);
  expect(total).toBeNull();
  expect(data.map(({ state, problem, value }) => [state, problem, value])).toEqual([
    ["not_judged", "undecided", null],
    ["not_judged", "invalid_answer", null],
    ["not_judged", "invalid_answer", null],
  ]);
});

test("calls of tests are not judged, and the scripted model says that it does not judge", async () => {
  const { id: testCall } = await scored({}, "test");
  expect(await judge(testCall, ANSWERS)).toEqual(["skipped"]);
  const { agentId, id } = await scored();
  await setScorecard(fixture.ctx, agentId, SetScorecard.parse({ criteria: CRITERIA }));
  expect(await judge(id, ANSWERS)).toEqual(["judged"]);
  const { data } = await read(id);
  expect(data[0]).toMatchObject({
    model: "builtin:rehearsal",
    reason: expect.stringContaining("does not judge"),
  });
});

test("a member's mark is audited, compared with the judge, and kept when the call is judged again", async () => {
  const { agentId, id } = await scored();
  const mark = (criterion: string, value: boolean | number | null) =>
    markScore(fixture.ctx, { id, criterion }, { value });
  await mark("polite", false);
  expect((await read(id)).data).toMatchObject([{ state: "pending", value: null, mark: { value: false } }]);
  await judge(id, ANSWERS);
  await mark("clarity", 5);
  await mark("clarity", 4);
  await expect(mark("clarity", 6)).rejects.toMatchObject({ code: "invalid_state" });
  await expect(mark("polite", 1)).rejects.toMatchObject({ code: "invalid_state" });
  await expect(mark("topic", true)).rejects.toMatchObject({ code: "invalid_state" });
  await expect(mark("missing", true)).rejects.toMatchObject({ code: "not_found" });
  expect((await read(id)).data).toMatchObject([
    { value: true, mark: { value: false, marked_by: fixture.ctx.actor.id } },
    { value: 2, mark: { value: 4 } },
    { mark: null },
  ]);
  const events = await fixture.rows.all(
    db
      .selectFrom("audit_events")
      .select(["action", "after"])
      .where("target", "=", id)
      .where("action", "=", "score.marked"),
  );
  expect(events.map(({ after }) => after)).toMatchObject([{ value: 0 }, { value: 5 }, { value: 4 }]);
  const figures = await summarizeScores(fixture.space.ctx("viewer"), agentId, {});
  expect(figures.agent_versions).toMatchObject([
    { agent_version: 1, criterion: "clarity", judged: 1, mean: 2, pass_rate: 0 },
    { criterion: "polite", mean: 1, pass_rate: 1 },
    { criterion: "topic", mean: null, pass_rate: null },
  ]);
  expect(figures.days).toHaveLength(3);
  expect(figures.agreement).toMatchObject([
    { criterion: "clarity", n: 1, too_few: true, percent: 0, mean_difference: 2 },
    { criterion: "polite", n: 1, too_few: true, percent: 0, kappa: 0 },
  ]);
  await mark("polite", null);
  expect((await read(id)).data[0]?.mark).toBeNull();
});

test("a call has its verdicts, is listed by them, and an event tells of them", async () => {
  await createWebhook(
    fixture.space.ctx("owner"),
    CreateWebhook.parse({ url: "https://127.0.0.1:9/", events: ["call.scored"] }),
    { egress: defaultHttpClient, allowedHosts: ["127.0.0.1:9"] },
  );
  const { agentId, id } = await scored();
  expect((await fixture.read(id)).scores).toEqual([]);
  await markScore(fixture.ctx, { id, criterion: "polite" }, { value: false });
  expect([(await fixture.read(id)).scores, await eventsOf(id)]).toEqual([[], []]);
  await judge(id, ANSWERS);
  expect((await fixture.read(id)).scores).toEqual([
    { criterion: "clarity", version: 1, verdict: "failed", value: 2 },
    { criterion: "polite", version: 1, verdict: "passed", value: true },
    { criterion: "topic", version: 1, verdict: "judged", value: null },
  ]);
  const events = await eventsOf(id);
  expect(new Set(events)).toEqual(new Set(["call.scored"]));
  for (const score of ["clarity:failed", "polite:passed", "topic:judged"])
    expect(await listed({ agent_id: agentId, score }), score).toEqual([id]);
  for (const score of ["clarity:passed", "polite:not_judged", "missing:failed"])
    expect(await listed({ agent_id: agentId, score }), score).toEqual([]);
  expect(await listed({ score: "clarity:failed" })).toContain(id);
  expect(ListCalls.safeParse({ score: "clarity:bad" }).success).toBe(false);
  // The latest version that a judge has tried decides.
  const changed = CRITERIA.map((criterion) => ({ ...criterion, guidance: "Be strict." }));
  await setScorecard(fixture.ctx, agentId, SetScorecard.parse({ model: model.id, criteria: changed }));
  await judge(id, { answers: [{ name: "polite", answer: null }] });
  expect((await fixture.read(id)).scores.map(({ version, verdict }) => [version, verdict])).toEqual(
    Array.from({ length: 3 }, () => [2, "not_judged"]),
  );
  expect(await listed({ agent_id: agentId, score: "polite:passed" })).toEqual([]);
  expect(await listed({ agent_id: agentId, score: "polite:not_judged" })).toEqual([id]);
  expect(await eventsOf(id)).toHaveLength(events.length + 1);
});

/** Copies a call with a score of `polite`, of which `passed` have passed, `daysAgo` days before now. */
async function copyScores(id: string, count: number, passed: number, daysAgo: number): Promise<void> {
  const admin = await adminOfThisDatabase();
  await admin.query(
    `with copies as (
       insert into calls select (jsonb_populate_record(c, jsonb_build_object('id', new_id('call', now())))).*
       from calls c, generate_series(1, $2::int) where c.id = $1 returning id, workspace_id, agent_id
     )
     insert into call_scores (workspace_id, call_id, criterion, version, agent_id, environment, called_at, kind, state, value, passed)
     select workspace_id, id, 'polite', 1, agent_id, 'live', $5::timestamptz - make_interval(days => $4::int), 'yes_no', 'judged', 1,
       row_number() over () <= $3::int from copies`,
    [id, count, passed, daysAgo, fixture.now()],
  );
  await admin.end();
}

test("admins are notified of a changed pass rate, once in a week", async () => {
  const [{ agentId: drifting, id }, { agentId: steady, id: steadyId }] = [await scored(), await scored()];
  await copyScores(id, 40, 38, 20);
  await copyScores(id, 35, 15, 3);
  await copyScores(steadyId, 40, 38, 20);
  await copyScores(steadyId, 35, 31, 3);
  const notices = async () =>
    (
      await fixture.rows.all(db.selectFrom("notices").select("subject").where("kind", "=", "score.drifted"))
    ).map(({ subject }) => subject);
  await notifyScoreDrifts(fixture.ctx);
  await notifyScoreDrifts(fixture.ctx);
  fixture.advanceClock(DAY_S);
  await notifyScoreDrifts(fixture.ctx);
  expect(await notices()).toEqual([drifting]);
  expect(steady).not.toBe(drifting);
});

test("scores end with the content of their call", async () => {
  const [deleted, expired] = [await scored(), await scored({ transcript: { retention_days: 30 } })];
  for (const { id } of [deleted, expired]) await judge(id, ANSWERS);
  await deleteCall(fixture.space.ctx("owner"), deleted.id);
  expect(await rowsOf(deleted.id)).toEqual([]);
  fixture.advanceClock(31 * DAY_S);
  expect(await rowsOf(expired.id)).toHaveLength(3);
  await sweepRetention(fixture.space.ctx("owner"));
  expect(await rowsOf(expired.id)).toEqual([]);
  expect(await judge(expired.id, ANSWERS)).toEqual(["skipped"]);
});
