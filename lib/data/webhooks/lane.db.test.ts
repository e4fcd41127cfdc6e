import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { listQueuedJobs } from "@/lib/outreach/dialing/testing/dialing-fixture";
import type { Ctx } from "@/lib/platform/context";
import { systemCtx } from "@/lib/platform/context/make";
import { db } from "@/lib/platform/db";
import { createHttpClient, type HttpClient } from "@/lib/platform/egress";
import { LANES } from "@/lib/platform/jobs/lanes";
import { runJobs } from "@/lib/platform/jobs/run";
import { makeWorkspace } from "@/test/fixtures/workspace";
import {
  abandonEndpoints,
  createWebhook,
  deleteWebhook,
  deliverTo,
  listDeliveries,
  serveEndpoint,
  serveEvents,
  sweepWebhooks,
} from "./index";
import { PLACES } from "./places";
import { CreateWebhook, ListDeliveries } from "./schema";
import { openReceiver, type Receiver, type ReceiverBehavior } from "./testing/receiver";

/** More than the concurrent messages of one endpoint, so that a second round is needed. */
const EVENTS = 40;
const AT_ONCE = 32;
/** A new process loads the whole product, on a busy machine. */
const PATIENCE = { timeout: 60_000, interval: 20 };
const TEST_TIMEOUT_MS = 120_000;
/** Longer than the lease of an endpoint that was not released. */
const LATER_MS = 61_000;

let owner: Ctx;
let httpClient: HttpClient;
const stops: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  owner = (await makeWorkspace()).ctx("owner");
  httpClient = createHttpClient({ allowedHosts: ["127.0.0.1"] });
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});
afterAll(() => httpClient.close());

type Endpoint = Receiver & { id: string };
async function endpoint(behavior: ReceiverBehavior): Promise<Endpoint> {
  const receiver = await openReceiver(behavior);
  stops.push(receiver.close);
  const input = CreateWebhook.parse({ url: receiver.url, events: ["agent.created"] });
  const { id } = await createWebhook(owner, input, { egress: httpClient, allowedHosts: ["127.0.0.1"] });
  stops.push(() => deleteWebhook(owner, id));
  return { ...receiver, id };
}
let agents = 0;
async function cause(count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const input = { name: `Desk ${agents++}`, type: "messaging", prompt: "Help." };
    await createAgent(owner, CreateAgent.parse(input));
  }
}
const logOf = async ({ id }: Endpoint) =>
  (await listDeliveries(owner, id, ListDeliveries.parse({ limit: "100" }))).data;
const idsOf = ({ received }: Endpoint) => new Set(received.map(({ headers }) => headers["webhook-id"]));
/** Longer than the test, so that no place is freed by a timeout on a busy machine. */
const patient: Pick<HttpClient, "send"> = {
  send: (url, init) => httpClient.send(url, { ...init, timeoutMs: TEST_TIMEOUT_MS }),
};
/** Runs the worker's delivery lane until the test ends or the returned function is called. */
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
    LANES.deliveries,
  );
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= lane.stop().then(abandonEndpoints);
    return stopped;
  };
  stops.push(stop);
  return stop;
}
const later = (job: string) =>
  systemCtx(owner.workspaceId, job, { clock: { now: () => new Date(Date.now() + LATER_MS) } });

test("a hanging, a slow and a failing endpoint delay no other endpoint in the worker's lane", {
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
  // These have not been answered yet.
  for (const { received } of [hanging, slow]) expect(received.length).toBeLessThanOrEqual(AT_ONCE);
  for (const endpoint of [slow, failing])
    expect((await logOf(endpoint)).filter(({ status }) => status !== "pending")).toEqual([]);
  // An endpoint has received a delivery before the lane has stored that it did.
  await vi.waitFor(
    async () =>
      expect((await logOf(well)).filter(({ status }) => status === "delivered")).toHaveLength(EVENTS),
    PATIENCE,
  );

  slow.release();
  await vi.waitFor(() => expect(idsOf(slow).size).toBe(EVENTS), PATIENCE);
  expect(idsOf(slow)).toEqual(idsOf(well));
  // Closing the connections lets the lane end immediately.
  await hanging.close();
});

test("as many silent endpoints as a process has places are waited for in addition", {
  timeout: TEST_TIMEOUT_MS,
}, async () => {
  const silent: Endpoint[] = [];
  for (let n = 0; n < PLACES; n++) silent.push(await endpoint("silent"));
  await cause(1);
  const stop = runLane();
  for (const receiver of silent) await vi.waitFor(() => expect(receiver.received.length).toBe(1), PATIENCE);
  // A silent endpoint occupies every place.
  const well = await endpoint(204);
  await cause(1);
  await vi.waitFor(() => expect(well.received.length).toBe(1), PATIENCE);
  // None of them had finished by then, so no place was freed by a failure.
  for (const receiver of silent) {
    expect(receiver.received).toHaveLength(1);
    expect((await logOf(receiver)).map(({ status, attempts }) => [status, attempts])).toContainEqual([
      "pending",
      0,
    ]);
  }
  // At the stop they are abandoned, and released for the next worker.
  await stop();
  for (const receiver of silent) {
    const row = await owner.db.first(
      db.selectFrom("webhook_endpoints").select("lease_until").where("id", "=", receiver.id),
    );
    expect(row?.lease_until).toBeNull();
  }
});

test("the job of one event sends all due deliveries, and replaces the other jobs of its workspace", async () => {
  const [first, second] = [await endpoint(204), await endpoint(204)];
  await cause(EVENTS);
  const otherOwner = (await makeWorkspace()).ctx("owner");
  const url = { url: first.url, events: ["agent.created"] };
  const { id } = await createWebhook(otherOwner, CreateWebhook.parse(url), {
    egress: httpClient,
    allowedHosts: ["127.0.0.1"],
  });
  await createAgent(otherOwner, CreateAgent.parse({ name: "Desk", type: "messaging", prompt: "Help." }));
  const pendingJobs = async ({ workspaceId }: Ctx) =>
    (await listQueuedJobs("webhook.event")).filter(({ payload }) => payload.workspaceId === workspaceId)
      .length;
  expect(await pendingJobs(owner)).toBe(EVENTS);

  await serveEvents(owner, httpClient);
  expect(await pendingJobs(owner)).toBe(0);
  for (const { received } of [first, second]) expect(received).toHaveLength(EVENTS);
  expect(idsOf(first)).toEqual(idsOf(second));
  // Another workspace's job stays.
  expect(await pendingJobs(otherOwner)).toBe(1);
  await deleteWebhook(otherOwner, id);
});

test("a delivery stored while another worker serves its endpoint is sent by that worker", async () => {
  const slow = await endpoint("slow");
  await cause(1);
  const sending = serveEvents(owner, patient);
  await vi.waitFor(() => expect(slow.received).toHaveLength(1), PATIENCE);
  await cause(1);
  await serveEvents(owner, patient);
  expect(slow.received).toHaveLength(1);
  slow.release();
  await sending;
  // A long silent endpoint is waited for in addition.
  await vi.waitFor(() => expect(idsOf(slow).size).toBe(2), PATIENCE);
});

test("deliveries of a killed worker are sent by the next one, at least once", {
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
  const waitForFirstRound = () => expect(target.received.length).toBe(AT_ONCE);
  await vi.waitFor(waitForFirstRound, PATIENCE);
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
  expect((await logOf(target)).every(({ status }) => status === "pending")).toBe(true);

  target.release();
  // The killed worker still has the lease.
  await deliverTo(owner, target.id, httpClient);
  expect(target.received).toHaveLength(AT_ONCE);
  // The sweep finds the endpoint after that.
  await sweepWebhooks(later("webhooks.sweep"));
  expect((await listQueuedJobs("webhook.deliver")).map(({ key }) => key)).toContain(
    `webhook.due:${target.id}`,
  );
  await deliverTo(later("webhook.deliver"), target.id, httpClient);
  expect(idsOf(target).size).toBe(EVENTS);
  expect((await logOf(target)).every(({ status }) => status === "delivered")).toBe(true);
  expect(target.received.length).toBe(AT_ONCE + EVENTS);
});
