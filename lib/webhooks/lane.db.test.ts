import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createAgent } from "@/lib/agents";
import { CreateAgent } from "@/lib/agents/schema";
import type { Ctx } from "@/lib/context";
import { systemCtx } from "@/lib/context/make";
import { queued } from "@/lib/dialing/testing/desk";
import { createEgress, type Egress } from "@/lib/egress";
import { DELIVERIES, runJobs } from "@/lib/jobs/run";
import { makeWorkspace } from "@/test/fixtures/workspace";
import { createWebhook, deleteWebhook, deliverTo, listDeliveries, sweepWebhooks, takeEvent } from "./index";
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
  const { workspaceId } = owner;
  const lane = runJobs(
    {
      "webhook.event": ({ eventId }) => takeEvent(systemCtx(workspaceId, "webhook.event"), eventId),
      "webhook.deliver": ({ endpointId }, signal) =>
        deliverTo(systemCtx(workspaceId, "webhook.deliver", { signal }), endpointId, way),
    },
    {},
    DELIVERIES,
  );
  stops.push(lane.stop);
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
