import { afterAll, beforeAll, expect, it } from "vitest";
import { closeHub } from "@/lib/platform/live";
import { countTrips } from "@/test/fixtures/round-trips";
import { type CallFixture, createCallFixture, VARIABLES } from "./testing/call-fixture";

let fixture: CallFixture;
let agentId: string;
let trips: ReturnType<typeof countTrips>;
beforeAll(async () => {
  trips = countTrips();
  fixture = await createCallFixture();
  agentId = await fixture.agent({ variables: VARIABLES });
  // Connects, subscribes, prepares every statement and caches the keys.
  const { id } = await fixture.startCall(agentId);
  await fixture.say(id, "Hello.");
  await fixture.end(id);
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

it("a message needs its lease, one write per turn, and one read", async () => {
  const { id } = await fixture.startCall(agentId);
  // No values are saved: the caller's turn and the agent's.
  expect(await counted(() => fixture.say(id, "What do you mean?"))).toBe(4);
  // A tool saves the value, and the agent continues: at most five turns' writes.
  expect(await counted(() => fixture.say(id, "it is 48151623"))).toBeLessThanOrEqual(7);
});

it("a call's start, end and read need few", async () => {
  // Agent and version, the call, its lease and key, the greeting, the response.
  expect(await counted(() => fixture.startCall(agentId))).toBeLessThanOrEqual(8);
  const { id } = await fixture.startCall(agentId);
  // Lease, the end, settling in one transaction, the response.
  expect(await counted(() => fixture.end(id))).toBe(4);
  expect(await counted(() => fixture.read(id))).toBe(1);
});
