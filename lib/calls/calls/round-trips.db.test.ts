import { afterAll, beforeAll, expect, it } from "vitest";
import { closeHub } from "@/lib/platform/live";
import { countTrips } from "@/test/fixtures/round-trips";
import { type Desk, openDesk, VARIABLES } from "./testing/desk";

let desk: Desk;
let agentId: string;
let trips: ReturnType<typeof countTrips>;
beforeAll(async () => {
  trips = countTrips();
  desk = await openDesk();
  agentId = await desk.agent({ variables: VARIABLES });
  // Connects, listens, and has every statement parsed and the keys at hand.
  const { id } = await desk.start(agentId);
  await desk.say(id, "Hello.");
  await desk.end(id);
});
afterAll(async () => {
  trips.stop();
  await closeHub();
});

const counted = async (work: () => Promise<unknown>): Promise<number> => {
  const before = trips.soFar();
  await work();
  return trips.soFar() - before;
};

it("a message costs its lease, one write for each turn, and one look at what to answer", async () => {
  const { id } = await desk.start(agentId);
  // Nothing is noted: the caller's turn and the agent's.
  expect(await counted(() => desk.say(id, "What do you mean?"))).toBe(4);
  // The value is noted by a tool, and the agent asks on: five turns' writes at most.
  expect(await counted(() => desk.say(id, "it is 48151623"))).toBeLessThanOrEqual(7);
});

it("a call's start, its end and a look at it cost few", async () => {
  // Agent and version, the call, its lease and key, the greeting, the answer.
  expect(await counted(() => desk.start(agentId))).toBeLessThanOrEqual(8);
  const { id } = await desk.start(agentId);
  // Lease, the end, the settling in one, the answer.
  expect(await counted(() => desk.end(id))).toBe(4);
  expect(await counted(() => desk.read(id))).toBe(1);
});
