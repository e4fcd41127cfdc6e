import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { queued } from "@/lib/outreach/dialing/testing/desk";
import type { Ctx } from "@/lib/platform/context";
import { systemCtx } from "@/lib/platform/context/make";
import { db } from "@/lib/platform/db";
import { createEgress, type Egress } from "@/lib/platform/egress";
import { DELIVERIES, runJobs } from "@/lib/platform/jobs/run";
import { makeWorkspace } from "@/test/fixtures/workspace";
import {
  createWebhook,
  deleteWebhook,
  deliverTo,
  leaveEndpoints,
  listDeliveries,
  serveEndpoint,
  serveEvents,
  sweepWebhooks,
} from "./index";
import { PLACES } from "./places";
import { CreateWebhook, ListDeliveries } from "./schema";
import { type Manner, openReceiver, type Receiver } from "./testing/receiver";

/** More than are under way to one endpoint at a time, so that a second round is needed. */
const EVENTS = 40;
const AT_ONCE = 32;
/** A process that is started reads all of the product, on a machine that does something else too. */
const PATIENCE = { timeout: 60_000, interval: 20 };
const TEST_TIMEOUT_MS = 120_000;
/** Longer than a worker holds an endpoint that it does not give back. */
const LATER_MS = 61_000;

let owner: Ctx;
let way: Egress;
const stops: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  owner = (await makeWorkspace()).ctx("owner");
  way = createEgress({ allowedHosts: ["127.0.0.1"] });
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});
afterAll(() => way.close());

type Endpoint = Receiver & { id: string };
async function endpoint(manner: Manner): Promise<Endpoint> {
  const receiver = await openReceiver(manner);
  stops.push(receiver.close);
  const input = CreateWebhook.parse({ url: receiver.url, events: ["agent.created"] });
  const { id } = await createWebhook(owner, input, { egress: way, allowedHosts: ["127.0.0.1"] });
  stops.push(() => deleteWebhook(owner, id));
  return { ...receiver, id };
}
let agents = 0;
async function cause(count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const given = { name: `Desk ${agents++}`, type: "messaging", prompt: "Help." };
    await createAgent(owner, CreateAgent.parse(given));
  }
}
const logOf = async ({ id }: Endpoint) =>
  (await listDeliveries(owner, id, ListDeliveries.parse({ limit: "100" }))).data;
const idsOf = ({ received }: Endpoint) => new Set(received.map(({ headers }) => headers["webhook-id"]));
/** Far beyond a test: on a machine that does something else too, nobody makes room by having waited long enough. */
const patient: Pick<Egress, "send"> = {
  send: (url, init) => way.send(url, { ...init, timeoutMs: TEST_TIMEOUT_MS }),
};
/** The worker's lane of deliveries, until the test is over or what is answered is called. */
function runLane(): () => Promise<void> {
  const { workspaceId } = owner;
  const lane = runJobs(
    {
      "webhook.event": (_, signal) =>
        serveEvents(systemCtx(workspaceId, "webhook.event", { signal }), patient),
      "webhook.deliver": ({ endpointId }, signal) =>
        serveEndpoint(systemCtx(workspaceId, "webhook.deliver", { signal }), endpointId, patient),
    },
    {},
    DELIVERIES,
  );
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= lane.stop().then(leaveEndpoints);
    return stopped;
  };
  stops.push(stop);
  return stop;
}
const later = (job: string) =>
  systemCtx(owner.workspaceId, job, { clock: { now: () => new Date(Date.now() + LATER_MS) } });

test("an endpoint that hangs, one that is slow and one that fails hold nobody else up in the worker's lane", {
  timeout: TEST_TIMEOUT_MS,
}, async () => {
  const [hanging, slow, failing, well] = [
    await endpoint("silent"),
    await endpoint("slow"),
    await endpoint(500),
    await endpoint(204),
  ];
  await cause(EVENTS);
  runLane();
  await vi.waitFor(() => expect(well.received.length).toBe(EVENTS), PATIENCE);
  await vi.waitFor(() => expect(slow.received.length).toBeGreaterThan(0), PATIENCE);
  await vi.waitFor(() => expect(failing.received.length).toBeGreaterThan(0), PATIENCE);
  // Nobody has answered these yet, and the one that fails is left alone after its first round.
  for (const { received } of [hanging, slow, failing]) expect(received.length).toBeLessThanOrEqual(AT_ONCE);
  expect((await logOf(slow)).filter(({ status }) => status !== "pending")).toEqual([]);
  expect((await logOf(well)).filter(({ status }) => status === "delivered")).toHaveLength(EVENTS);

  slow.goOn();
  await vi.waitFor(() => expect(idsOf(slow).size).toBe(EVENTS), PATIENCE);
  expect(idsOf(slow)).toEqual(idsOf(well));
  // Whoever hangs up lets the lane end at once.
  await hanging.close();
});

test("as many endpoints as a process has places, all silent for the first time, are waited for beside it", {
  timeout: TEST_TIMEOUT_MS,
}, async () => {
  const silent: Endpoint[] = [];
  for (let n = 0; n < PLACES; n++) silent.push(await endpoint("silent"));
  await cause(1);
  const stop = runLane();
  for (const one of silent) await vi.waitFor(() => expect(one.received.length).toBe(1), PATIENCE);
  // Every place is taken by one that says nothing.
  const well = await endpoint(204);
  await cause(1);
  await vi.waitFor(() => expect(well.received.length).toBe(1), PATIENCE);
  // None of them had come to its end by then, so that none had made room by failing.
  for (const one of silent) {
    expect(one.received).toHaveLength(1);
    expect((await logOf(one)).map(({ status, attempts }) => [status, attempts])).toContainEqual([
      "pending",
      0,
    ]);
  }
  // At the stop they are left, and given back for the next worker at once.
  await stop();
  for (const one of silent) {
    const row = await owner.db.one(
      db.selectFrom("webhook_endpoints").select("lease_until").where("id", "=", one.id),
    );
    expect(row?.lease_until).toBeNull();
  }
});

test("the job of one event sends all that is due, and takes the jobs of the others of its workspace", async () => {
  const [first, second] = [await endpoint(204), await endpoint(204)];
  await cause(EVENTS);
  const other = (await makeWorkspace()).ctx("owner");
  const url = { url: first.url, events: ["agent.created"] };
  const { id } = await createWebhook(other, CreateWebhook.parse(url), {
    egress: way,
    allowedHosts: ["127.0.0.1"],
  });
  await createAgent(other, CreateAgent.parse({ name: "Desk", type: "messaging", prompt: "Help." }));
  const told = async ({ workspaceId }: Ctx) =>
    (await queued("webhook.event")).filter(({ payload }) => payload.workspaceId === workspaceId).length;
  expect(await told(owner)).toBe(EVENTS);

  await serveEvents(owner, way);
  expect(await told(owner)).toBe(0);
  for (const { received } of [first, second]) expect(received).toHaveLength(EVENTS);
  expect(idsOf(first)).toEqual(idsOf(second));
  // Another workspace's is left to it.
  expect(await told(other)).toBe(1);
  await deleteWebhook(other, id);
});

test("what is stored for an endpoint while somebody sends to it is sent by them, though its own job finds it taken", async () => {
  const slow = await endpoint("slow");
  await cause(1);
  const sending = serveEvents(owner, patient);
  await vi.waitFor(() => expect(slow.received).toHaveLength(1), PATIENCE);
  await cause(1);
  await serveEvents(owner, patient);
  expect(slow.received).toHaveLength(1);
  slow.goOn();
  await sending;
  // One that was silent for long is waited for beside.
  await vi.waitFor(() => expect(idsOf(slow).size).toBe(2), PATIENCE);
});

test("what a worker was at as it was killed is sent by the next: at least once, and nothing is lost", {
  timeout: TEST_TIMEOUT_MS,
}, async () => {
  const target = await endpoint("slow");
  await cause(EVENTS);
  const { workspaceId } = owner;
  const host = new URL(target.url).host;
  const child: ChildProcess = fork(
    join(import.meta.dirname, "testing", "deliver.ts"),
    [workspaceId, target.id, host],
    { execArgv: ["--import", "tsx"], env: { ...process.env, NODE_ENV: "test" } },
  );
  stops.push(async () => void child.kill("SIGKILL"));
  const begun = () => expect(target.received.length).toBe(AT_ONCE);
  await vi.waitFor(begun, PATIENCE);
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
  expect((await logOf(target)).every(({ status }) => status === "pending")).toBe(true);

  target.goOn();
  // The dead one holds the endpoint still.
  await deliverTo(owner, target.id, way);
  expect(target.received).toHaveLength(AT_ONCE);
  // The sweep finds it once that is over.
  await sweepWebhooks(later("webhooks.sweep"));
  expect((await queued("webhook.deliver")).map(({ key }) => key)).toContain(`webhook.due:${target.id}`);
  await deliverTo(later("webhook.deliver"), target.id, way);
  expect(idsOf(target).size).toBe(EVENTS);
  expect((await logOf(target)).every(({ status }) => status === "delivered")).toBe(true);
  expect(target.received.length).toBe(AT_ONCE + EVENTS);
});
