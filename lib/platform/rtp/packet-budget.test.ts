import { expect, it } from "vitest";
import { createPacketBudget } from "./packet-budget";

it("a flood of strangers takes nothing from the peer, before and after its first packet", () => {
  const budget = createPacketBudget();
  let strangers = 0;
  while (budget.take("stranger")) strangers++;
  expect(strangers).toBe(20);
  expect(budget.take("negotiated")).toBe(true);
  expect(budget.take("source")).toBe(true);
});

it("refills each budget with time, up to its maximum", () => {
  const budget = createPacketBudget();
  while (budget.take("stranger"));
  while (budget.take("source"));
  budget.refill();
  expect([budget.take("stranger"), budget.take("stranger"), budget.take("stranger")]).toEqual([
    ...[true, true, false],
  ]);
  for (let tick = 0; tick < 1_000; tick++) budget.refill();
  let packets = 0;
  while (budget.take("source")) packets++;
  expect(packets).toBe(250);
});
