import { afterAll, beforeAll, expect, test } from "vitest";
import { type CallFixture, createCallFixture, VARIABLES } from "@/lib/calls/calls/testing/call-fixture";
import { createHttpClient, type HttpClient } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { countTrips } from "@/test/fixtures/round-trips";
import { createWebhook, deleteWebhook, deliverTo, serveEvents } from "./index";
import { CreateWebhook } from "./schema";
import { openReceiver, type Receiver } from "./testing/receiver";

let fixture: CallFixture;
let agentId: string;
let receiver: Receiver;
let httpClient: HttpClient;
let trips: ReturnType<typeof countTrips>;
beforeAll(async () => {
  trips = countTrips();
  fixture = await createCallFixture();
  agentId = await fixture.agent({ variables: VARIABLES });
  receiver = await openReceiver();
  httpClient = createHttpClient({ allowedHosts: [receiver.host] });
});
afterAll(async () => {
  trips.stop();
  await httpClient.close();
  await receiver.close();
  await closeHub();
});

/** Starts a call in which a value is said, and ends it. */
async function hold(): Promise<void> {
  const call = await fixture.startCall(agentId);
  await fixture.say(call.id, "4415 2290");
  await fixture.end(call.id);
}

/** Counts the round trips of sending the events of this many calls to a separate endpoint. */
async function tripsOf(calls: number, events: string[]): Promise<number> {
  const owner = fixture.space.ctx("owner");
  const allowed = { egress: httpClient, allowedHosts: [receiver.host] };
  const { id } = await createWebhook(owner, CreateWebhook.parse({ url: receiver.url, events }), allowed);
  for (let n = 0; n < calls; n++) await hold();
  receiver.received.length = 0;
  const before = trips.soFar();
  await deliverTo(owner, id, httpClient);
  const took = trips.soFar() - before;
  expect(receiver.received).toHaveLength(calls * events.length);
  await deleteWebhook(owner, id);
  return took;
}

test("a round needs as many round trips for twelve calls as for one: due deliveries, their calls, the results", {
  timeout: 120_000,
}, async () => {
  // Connects and caches the keys.
  await tripsOf(1, ["call.ended", "call.settled"]);
  const forOneCall = await tripsOf(1, ["call.ended", "call.settled"]);
  // Leasing the endpoint; deliveries, calls and results of the round; a read that finds no more; and the
  // release, a transaction of BEGIN, tenant, at most two statements and COMMIT.
  expect(forOneCall).toBeLessThanOrEqual(10);
  expect(await tripsOf(12, ["call.ended", "call.settled"])).toBe(forOneCall);
});

/** Counts the round trips of sending two events to this many endpoints, by the job of one event. */
async function tripsTo(endpoints: number): Promise<number> {
  const owner = fixture.space.ctx("owner");
  const allowed = { egress: httpClient, allowedHosts: [receiver.host] };
  const ids: string[] = [];
  for (let n = 0; n < endpoints; n++) {
    const input = CreateWebhook.parse({ url: receiver.url, events: ["call.ended", "call.settled"] });
    ids.push((await createWebhook(owner, input, allowed)).id);
  }
  await hold();
  receiver.received.length = 0;
  const before = trips.soFar();
  await serveEvents(owner, httpClient);
  const took = trips.soFar() - before;
  const bodies = receiver.received.map(({ body }) => body);
  expect(bodies).toHaveLength(2 * endpoints);
  // The same message for each, read and masked once.
  expect(new Set(bodies).size).toBe(2);
  for (const id of ids) await deleteWebhook(owner, id);
  return took;
}

test("an event for eight endpoints is read once, and their results are stored together", {
  timeout: 120_000,
}, async () => {
  await tripsTo(1);
  const forOneEndpoint = await tripsTo(1);
  // Endpoints that respond at different times are stored in batches, at most one per endpoint.
  expect(await tripsTo(8)).toBeLessThan(forOneEndpoint + 8);
});
