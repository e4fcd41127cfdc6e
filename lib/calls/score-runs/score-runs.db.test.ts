import "@/test/fixtures/loopback";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setCostLimits } from "@/lib/agents/cost-limits";
import { setPriceList } from "@/lib/agents/prices";
import { SetPriceList } from "@/lib/agents/prices/schema";
import { setScorecard } from "@/lib/agents/scorecards";
import { SetScorecard } from "@/lib/agents/scorecards/schema";
import { type CallFixture, createCallFixture } from "@/lib/calls/calls/testing/call-fixture";
import { json, startTestModel, type TestModel } from "@/lib/calls/calls/testing/model";
import { markScore, readCallScores } from "@/lib/calls/scores";
import { db } from "@/lib/platform/db";
import { defaultHttpClient } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { cancelScoreRun, estimateScoreRun, judgeScoreRun, readScoreRun, startScoreRun } from ".";

const CRITERION = { kind: "yes_no", name: "polite", question: "Was the agent polite?" };

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

const today = () => fixture.now().slice(0, 10);
const period = () => ({ from: today(), to: today(), replace: false });
const setCriteria = (agentId: string, guidance = "") =>
  setScorecard(
    fixture.ctx,
    agentId,
    SetScorecard.parse({ model: model.id, criteria: [{ ...CRITERION, guidance }] }),
  );
async function agentWithCalls(count: number) {
  const agentId = await fixture.agent({});
  await setCriteria(agentId);
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const { id } = await fixture.startCall(agentId);
    await fixture.say(id, "Hello.");
    await fixture.end(id);
    ids.push(id);
  }
  return { agentId, ids };
}
/** Lets the judge answer, and counts its requests. */
function answer(value: boolean): { requests: number } {
  const counted = { requests: 0 };
  model.script(() => {
    counted.requests += 1;
    return json({ answers: [{ name: "polite", answer: value, reason: "It was." }] });
  });
  return counted;
}
const valuesOf = async (id: string) =>
  (await readCallScores(fixture.ctx, id)).data.map(({ version, value, mark }) => [
    version,
    value,
    mark?.value,
  ]);

test("a run judges missing answers, keeps marks, and counts all answers only if it is told to", async () => {
  const { agentId, ids } = await agentWithCalls(2);
  const [first = ""] = ids;
  await markScore(fixture.ctx, { id: first, criterion: "polite" }, { value: false });
  const estimate = await estimateScoreRun(fixture.ctx, agentId, { replace: "false" });
  expect(estimate).toMatchObject({ calls: 2, too_many: false, sample: 2, model: model.id });
  expect(estimate.input_tokens).toBeGreaterThan(400);
  const counted = answer(true);
  const run = await startScoreRun(fixture.ctx, agentId, period());
  expect(run).toMatchObject({ state: "queued", total: 2, processed: 0 });
  await expect(startScoreRun(fixture.ctx, agentId, period())).rejects.toMatchObject({
    reason: "score_run_active",
  });
  await judgeScoreRun(fixture.ctx, run.id);
  await judgeScoreRun(fixture.ctx, run.id);
  expect(await readScoreRun(fixture.ctx, agentId, run.id)).toMatchObject({
    state: "completed",
    processed: 2,
  });
  expect(counted.requests).toBe(2);
  expect(await valuesOf(first)).toEqual([[1, true, false]]);
  expect((await estimateScoreRun(fixture.ctx, agentId, { replace: "false" })).calls).toBe(0);
  expect((await estimateScoreRun(fixture.ctx, agentId, { replace: "true" })).calls).toBe(2);
  // A changed criterion is missing in every call, and its verdicts have its version.
  await setCriteria(agentId, "Thanks count.");
  answer(false);
  await judgeScoreRun(fixture.ctx, (await startScoreRun(fixture.ctx, agentId, period())).id);
  expect(await valuesOf(first)).toEqual([
    [2, false, undefined],
    [1, true, false],
  ]);
});

test("a run that replaces answers keeps those on which the judge fails, and ends after ten failures", async () => {
  const { agentId, ids } = await agentWithCalls(11);
  answer(true);
  await judgeScoreRun(fixture.ctx, (await startScoreRun(fixture.ctx, agentId, period())).id);
  answer(false);
  const replaced = await startScoreRun(fixture.ctx, agentId, { ...period(), replace: true });
  await judgeScoreRun(fixture.ctx, replaced.id);
  expect(await valuesOf(ids[10] ?? "")).toEqual([[1, false, undefined]]);
  model.script(() => ({ kind: "status", status: 500 }));
  const failed = await startScoreRun(fixture.ctx, agentId, { ...period(), replace: true });
  await judgeScoreRun(fixture.ctx, failed.id);
  expect(await readScoreRun(fixture.ctx, agentId, failed.id)).toMatchObject({
    state: "failed",
    processed: 10,
  });
  expect(await valuesOf(ids[0] ?? "")).toEqual([[1, false, undefined]]);
});

test("a run that is interrupted judges the same call again", async () => {
  const { agentId, ids } = await agentWithCalls(1);
  const { id } = await startScoreRun(fixture.ctx, agentId, period());
  const stopping = new AbortController();
  model.script(() => {
    stopping.abort();
    return json({ answers: [{ name: "polite", answer: true, reason: "It was." }] });
  });
  await judgeScoreRun({ ...fixture.ctx, signal: stopping.signal }, id);
  expect(await readScoreRun(fixture.ctx, agentId, id)).toMatchObject({ state: "queued", processed: 0 });
  expect(await valuesOf(ids[0] ?? "")).toEqual([]);
  answer(true);
  await judgeScoreRun(fixture.ctx, id);
  expect(await valuesOf(ids[0] ?? "")).toEqual([[1, true, undefined]]);
});

test("a period that ends before it begins has no estimate", async () => {
  const agentId = await fixture.agent({});
  await setCriteria(agentId);
  const reversed = { from: "2026-02-02", to: "2026-02-01", replace: "false" as const };
  await expect(estimateScoreRun(fixture.ctx, agentId, reversed)).rejects.toMatchObject({
    code: "validation_error",
  });
});

test("a canceled run judges no further call, and both are audited", async () => {
  const { agentId } = await agentWithCalls(1);
  const { id } = await startScoreRun(fixture.ctx, agentId, period());
  const counted = answer(true);
  expect(await cancelScoreRun(fixture.ctx, agentId, id)).toMatchObject({ state: "canceled", processed: 0 });
  await judgeScoreRun(fixture.ctx, id);
  expect(counted.requests).toBe(0);
  await expect(cancelScoreRun(fixture.ctx, agentId, id)).rejects.toMatchObject({ reason: "score_run_ended" });
  const events = await fixture.rows.all(
    db.selectFrom("audit_events").select("action").where("target", "=", id).orderBy("seq"),
  );
  expect(events.map(({ action }) => action)).toEqual(["score_run.started", "score_run.canceled"]);
});

test("a run is priced, counts for the limits of today, and stops where they leave no further call", async () => {
  const { agentId } = await agentWithCalls(3);
  const price = (unit: string) => ({
    ...{
      provider: model.id.split(":")[0],
      model: "*",
      unit,
      currency: "EUR",
      amount: "1000",
      per: 1_000_000,
    },
    valid_from: "2020-01-01",
  });
  const owner = fixture.space.ctx("owner");
  await setPriceList(owner, SetPriceList.parse({ prices: [price("input_tokens"), price("output_tokens")] }));
  const { cost } = await estimateScoreRun(fixture.ctx, agentId, { replace: "false" });
  expect(cost).toMatchObject({ is_complete: true, total: [{ currency: "EUR" }] });
  const { id } = await startScoreRun(fixture.ctx, agentId, period());
  await setCostLimits(owner, { currency: "EUR", per_day: "0.01", per_month: null, reserve_per_call: "0.01" });
  answer(true);
  await judgeScoreRun(fixture.ctx, id);
  const row = await fixture.rows.first(
    db.selectFrom("call_costs").select("amount").where("call_id", "like", `${id}/%`),
  );
  expect(Number(row?.amount ?? 0)).toBeGreaterThan(0);
  expect(await readScoreRun(fixture.ctx, agentId, id)).toMatchObject({ state: "stopped", processed: 1 });
  const second = startScoreRun(fixture.ctx, agentId, period());
  await expect(second).rejects.toMatchObject({ reason: "score_run_over_limit" });
});
