import "@/test/fixtures/loopback";
import { afterAll, beforeAll, expect, it } from "vitest";
import { setPriceList } from "@/lib/agents/prices";
import { SetPriceList } from "@/lib/agents/prices/schema";
import { type CallFixture, createCallFixture } from "@/lib/calls/calls/testing/call-fixture";
import { says, startTestModel, type TestModel } from "@/lib/calls/calls/testing/model";
import { readCallCost } from "@/lib/calls/costs";
import { defaultHttpClient } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { summarizeCosts } from "./cost";

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

const pricesOf = (units: readonly string[], amount: string) =>
  SetPriceList.parse({
    prices: units.map((unit) => ({
      provider: "house",
      model: "*",
      unit,
      currency: "EUR",
      amount,
      per: 1_000_000,
      valid_from: "2000-01-01",
    })),
  });

async function holdCall(): Promise<string> {
  const agentId = await fixture.agent({ model: model.id, variables: [] });
  model.answer({ says: [says("Hello."), says("Yes.")] });
  const { id } = await fixture.startCall(agentId);
  await fixture.say(id, "Are you there?");
  return id;
}

it("records the tokens of each turn, and prices them exactly", async () => {
  const id = await holdCall();
  const running = await readCallCost(fixture.ctx, id);
  expect(running).toMatchObject({ total: [], is_complete: false });
  // The first answer belongs to the opening turn, the second to that after the caller's.
  expect(running.turns).toHaveLength(2);
  await fixture.end(id);
  expect((await fixture.read(id)).settled_at).not.toBeNull();

  const unpriced = await readCallCost(fixture.ctx, id);
  expect(unpriced).toMatchObject({ call_id: id, total: [], is_complete: false, turns: running.turns });
  const quantityOf = (unit: string) => unpriced.lines.find((line) => line.unit === unit)?.quantity ?? 0;
  expect(quantityOf("input_tokens")).toBeGreaterThan(0);
  // Settling asked the model once more.
  const ofTurns = running.turns.flatMap(({ lines }) => lines);
  const outputOfTurns = ofTurns
    .filter(({ unit }) => unit === "output_tokens")
    .reduce((sum, { quantity }) => sum + quantity, 0);
  expect(quantityOf("output_tokens")).toBeGreaterThan(outputOfTurns);

  const owner = fixture.space.ctx("owner");
  await setPriceList(owner, pricesOf(["input_tokens", "cached_input_tokens"], "1"));
  const partial = await readCallCost(fixture.ctx, id);
  expect(partial.is_complete).toBe(false);
  expect(partial.lines.find(({ unit }) => unit === "output_tokens")?.cost).toBeNull();

  const { revision } = await setPriceList(
    owner,
    pricesOf(["input_tokens", "cached_input_tokens", "output_tokens"], "1"),
  );
  const priced = await readCallCost(fixture.ctx, id);
  const tokens = priced.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  expect(priced.is_complete).toBe(true);
  expect(priced.total).toMatchObject([{ currency: "EUR" }]);
  expect(Math.round(Number(priced.total[0]?.amount) * 1_000_000)).toBe(tokens);

  await expect(setPriceList(owner, { prices: [] }, ["outdated"])).rejects.toMatchObject({
    code: "precondition_failed",
  });
  await setPriceList(owner, { prices: [] }, [revision]);

  const {
    lines,
    days,
    is_complete: isComplete,
  } = await summarizeCosts(fixture.ctx, {
    from: priced.priced_on,
    to: priced.priced_on,
  });
  expect(lines.map((line) => [line.unit, line.quantity, line.cost]).toSorted()).toEqual(
    unpriced.lines.map((line) => [line.unit, line.quantity, null]).toSorted(),
  );
  expect(days).toMatchObject([{ day: priced.priced_on, total: [], is_complete: false }]);
  expect(isComplete).toBe(false);
});

it("counts an answer that broke off as use that was not reported", async () => {
  const agentId = await fixture.agent({ model: model.id, variables: [] });
  model.answer({
    says: [
      {
        kind: "raw",
        body: 'data: {"choices":[{"index":0,"delta":{"content":"So it is. And"}}]}\n\n',
        tear: true,
      },
    ],
  });
  const { id } = await fixture.startCall(agentId);
  const { lines, is_complete: isComplete } = await readCallCost(fixture.ctx, id);
  expect(lines).toContainEqual(expect.objectContaining({ unit: "unreported_requests", cost: null }));
  expect(isComplete).toBe(false);
});
