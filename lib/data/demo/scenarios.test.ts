import { expect, it } from "vitest";
import { DEMO_AGENTS } from "./agents";
import { SUBSCRIBERS } from "./campaign-subscribers";
import { SCENARIOS } from "./scenarios";
import { timeOf } from "./staging";

const END = "2026-11-24T00:10:00.000Z";
const FICTIONAL = /^\+1(212|312|303|415|305)55501\d\d$/;

it("uses fictional numbers, and no contact's number twice", () => {
  const phones = SCENARIOS.flatMap((scenario) =>
    scenario.kind !== "erasure" && "phone" in scenario ? [scenario.phone] : [],
  ).concat(SUBSCRIBERS.map(({ phone }) => phone));
  for (const phone of phones) expect(phone).toMatch(FICTIONAL);
  expect(new Set(phones).size).toBe(phones.length);
  for (const scenario of SCENARIOS) {
    if (!("spokenPhone" in scenario)) continue;
    expect(scenario.spokenPhone).toMatch(FICTIONAL);
    if ("phone" in scenario) expect(scenario.spokenPhone).not.toBe(scenario.phone);
  }
});

it("begins with a recorded call, and then covers each of 30 days in order", () => {
  expect(SCENARIOS[0]).toMatchObject({ kind: "spoken_call", line: "received", consent: "agrees" });
  const times = SCENARIOS.slice(1).map(({ moment }) => timeOf(moment, END));
  expect(times).toEqual([...times].sort());
  expect(new Set(times.map((at) => at.slice(0, 10))).size).toBe(30);
  for (const at of times) expect(Date.parse(END) - Date.parse(at)).toBeGreaterThan(3_600_000);
});

it("has every kind of use, with every agent", () => {
  expect(new Set(SCENARIOS.map(({ kind }) => kind)).size).toBe(8);
  const spokenCalls = SCENARIOS.filter((scenario) => scenario.kind === "spoken_call");
  expect(new Set(spokenCalls.map(({ line }) => line)).size).toBe(3);
  expect(new Set(spokenCalls.map(({ consent }) => consent)).size).toBe(6);
  const agents = SCENARIOS.flatMap((scenario) => ("agent" in scenario ? [scenario.agent] : []));
  expect(new Set(agents).size).toBe(DEMO_AGENTS.length);
});
