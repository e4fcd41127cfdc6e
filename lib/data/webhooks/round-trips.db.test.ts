import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk, VARIABLES } from "@/lib/calls/calls/testing/desk";
import { createEgress, type Egress } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { countTrips } from "@/test/fixtures/round-trips";
import { createWebhook, deleteWebhook, deliverTo, serveEvents } from "./index";
import { CreateWebhook } from "./schema";
import { openReceiver, type Receiver } from "./testing/receiver";

let desk: Desk;
let agentId: string;
let receiver: Receiver;
let way: Egress;
let trips: ReturnType<typeof countTrips>;
beforeAll(async () => {
  trips = countTrips();
  desk = await openDesk();
  agentId = await desk.agent({ variables: VARIABLES });
  receiver = await openReceiver();
  way = createEgress({ allowedHosts: [receiver.host] });
});
afterAll(async () => {
  trips.stop();
  await way.close();
  await receiver.close();
  await closeHub();
});

/** Starts a call in which a value is said, and ends it. */
async function hold(): Promise<void> {
  const call = await desk.start(agentId);
  await desk.say(call.id, "4415 2290");
  await desk.end(call.id);
}

/** The round trips of sending the ends of so many calls, each said at, to an endpoint of their own. */
async function tripsOf(calls: number, events: string[]): Promise<number> {
  const owner = desk.space.ctx("owner");
  const allowed = { egress: way, allowedHosts: [receiver.host] };
  const { id } = await createWebhook(owner, CreateWebhook.parse({ url: receiver.url, events }), allowed);
  for (let n = 0; n < calls; n++) await hold();
  receiver.received.length = 0;
  const before = trips.soFar();
  await deliverTo(owner, id, way);
  const took = trips.soFar() - before;
  expect(receiver.received).toHaveLength(calls * events.length);
  await deleteWebhook(owner, id);
  return took;
}

test("a round costs as many round trips for twelve calls as for one: what is due, their calls, how it went", {
  timeout: 120_000,
}, async () => {
  // Connects, and has the keys at hand.
  await tripsOf(1, ["call.ended", "call.settled"]);
  const one = await tripsOf(1, ["call.ended", "call.settled"]);
  // Taking the endpoint; due, calls and outcomes of the round; a look that finds nothing more; and giving it back,
  // which is a transaction of BEGIN, tenant, two statements and COMMIT at most.
  expect(one).toBeLessThanOrEqual(10);
  expect(await tripsOf(12, ["call.ended", "call.settled"])).toBe(one);
});

/** The round trips of sending two events to so many endpoints, by the job of one of the events. */
async function tripsTo(endpoints: number): Promise<number> {
  const owner = desk.space.ctx("owner");
  const allowed = { egress: way, allowedHosts: [receiver.host] };
  const ids: string[] = [];
  for (let n = 0; n < endpoints; n++) {
    const input = CreateWebhook.parse({ url: receiver.url, events: ["call.ended", "call.settled"] });
    ids.push((await createWebhook(owner, input, allowed)).id);
  }
  await hold();
  receiver.received.length = 0;
  const before = trips.soFar();
  await serveEvents(owner, way);
  const took = trips.soFar() - before;
  const bodies = receiver.received.map(({ body }) => body);
  expect(bodies).toHaveLength(2 * endpoints);
  // The same message to each, as it was read and masked once.
  expect(new Set(bodies).size).toBe(2);
  for (const id of ids) await deleteWebhook(owner, id);
  return took;
}

test("an event that goes to eight endpoints is read once, and what is written of them is written together", {
  timeout: 120_000,
}, async () => {
  await tripsTo(1);
  const one = await tripsTo(1);
  // Endpoints that answer at different moments are stored in lots: at most as many as there are.
  expect(await tripsTo(8)).toBeLessThan(one + 8);
});
