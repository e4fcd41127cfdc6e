import "@/test/fixtures/loopback";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readCostLimits, setCostLimits, sweepCostLimits } from "@/lib/agents/cost-limits";
import { setPriceList } from "@/lib/agents/prices";
import { SetPriceList } from "@/lib/agents/prices/schema";
import { type CallFixture, createCallFixture } from "@/lib/calls/calls/testing/call-fixture";
import { says, startTestModel, type TestModel } from "@/lib/calls/calls/testing/model";
import { readCallCost } from "@/lib/calls/costs";
import { db } from "@/lib/platform/db";
import { defaultHttpClient } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";

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

const setPrices = (amount: string) =>
  setPriceList(
    fixture.space.ctx("owner"),
    SetPriceList.parse({
      prices: ["input_tokens", "cached_input_tokens", "output_tokens"].map((unit) => ({
        provider: "house",
        model: "*",
        unit,
        currency: "EUR",
        amount,
        per: 1_000_000,
        valid_from: "2000-01-01",
      })),
    }),
  );

it("ends a call politely before its limit is exceeded, and counts what it has cost", async () => {
  const owner = fixture.space.ctx("owner");
  const limits = { currency: "EUR", per_day: null, per_month: null, reserve_per_call: "0.01" };
  await expect(setCostLimits(owner, limits)).rejects.toMatchObject({ code: "validation_error" });
  // About a thousandth for each token: some thousands of them for each step, with its estimate.
  await setPrices("1000");
  const closing = "We have to stop here. Goodbye.";
  const agentId = await fixture.agent({
    model: model.id,
    variables: [],
    cost_limits: { per_call: "1", per_day: null, closing },
  });
  model.answer({ says: [says("Hello.")] });
  const { id } = await fixture.startCall(agentId);
  const ended = await fixture.read(id);
  // The estimate of the first step is more than the call may cost, so that nothing is spent.
  expect(ended).toMatchObject({ status: "completed", end_reason: "cost_limit" });
  expect(ended.transcript?.at(-1)).toMatchObject({ role: "agent", text: expect.stringContaining(closing) });
});

it("reserves for each running call, refuses further ones, and releases what was not used", async () => {
  const owner = fixture.space.ctx("owner");
  await setPrices("1");
  const before = await readCostLimits(owner);
  const spent = Number(before.used_today);
  const set = await setCostLimits(
    owner,
    { currency: "EUR", per_day: String(Math.ceil(spent) + 1), per_month: null, reserve_per_call: "0.5" },
    [before.revision],
  );
  await expect(
    setCostLimits(owner, { ...set, currency: "EUR" } as never, ["outdated"]),
  ).rejects.toMatchObject({
    code: "precondition_failed",
  });
  const agentId = await fixture.agent({ model: model.id, variables: [] });
  model.answer({ says: Array.from({ length: 9 }, () => says("Hello.")) });
  // Of simultaneous calls, only as many begin as the limit leaves reservations for.
  const started = await Promise.allSettled(Array.from({ length: 5 }, () => fixture.startCall(agentId)));
  const running = started.flatMap((call) => (call.status === "fulfilled" ? [call.value.id] : []));
  const refused = started.flatMap((call) => (call.status === "rejected" ? [call.reason] : []));
  expect(running.length).toBeGreaterThanOrEqual(2);
  expect(running.length).toBeLessThanOrEqual(3);
  for (const error of refused) {
    expect(error).toMatchObject({ code: "rate_limited", reason: "cost_limit_reached" });
    expect(error.retryAfterS).toBeGreaterThan(0);
  }
  await sweepCostLimits(fixture.ctx);
  await sweepCostLimits(fixture.ctx);
  const notices = await fixture.ctx.db.all(
    db.selectFrom("notices").select(["kind", "stage"]).where("workspace_id", "=", fixture.ctx.workspaceId),
  );
  expect(notices.filter(({ kind }) => kind === "cost_limit.near")).toMatchObject([
    { stage: expect.stringContaining("workspace_day/") },
  ]);
  for (const id of running) await fixture.end(id);
  const after = await readCostLimits(owner);
  expect(Number(after.used_today)).toBeLessThan(spent + 0.5);
  // The cost in SQL is the same as that of the page of costs.
  const id = running[0] ?? "";
  const { total, is_complete } = await readCallCost(fixture.ctx, id);
  expect((await fixture.read(id)).cost).toEqual({ total, is_complete });
  expect(total).toMatchObject([{ currency: "EUR" }]);
});
