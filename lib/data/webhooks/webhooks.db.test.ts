import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { deleteCall } from "@/lib/calls/calls";
import { createCallFixture, VARIABLES } from "@/lib/calls/calls/testing/call-fixture";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { createHttpClient, type HttpClient } from "@/lib/platform/egress";
import { AppError } from "@/lib/platform/errors";
import {
  createWebhook,
  deleteWebhook,
  deliverTo,
  listDeliveries,
  listWebhooks,
  readWebhook,
  replayDelivery,
  replayRange,
  rotateWebhook,
  sweepWebhooks,
  testWebhook,
  updateWebhook,
} from "./index";
import { CreateWebhook, ListDeliveries, ReplayRange, RotateWebhook, Webhook } from "./schema";
import { openReceiver, type Receiver } from "./testing/receiver";

type Fixture = Awaited<ReturnType<typeof createCallFixture>>;
const SECRET = "4415 2290";

let fixture: Fixture;
let owner: Ctx;
let agentId: string;
let receiver: Receiver;
let httpClient: HttpClient;
let openAddresses: { egress: HttpClient; allowedHosts: string[] };

beforeAll(async () => {
  fixture = await createCallFixture();
  owner = fixture.space.ctx("owner");
  agentId = await fixture.agent({ variables: VARIABLES });
});
beforeEach(async () => {
  receiver = await openReceiver();
  httpClient = createHttpClient({ allowedHosts: [receiver.host] });
  openAddresses = { egress: httpClient, allowedHosts: [receiver.host] };
});
afterEach(async () => {
  for (const { id } of (await listWebhooks(owner, { limit: 100 })).data) await deleteWebhook(owner, id);
  await httpClient.close();
  await receiver.close();
});

const make = (events: string[], as: Ctx = owner, url = receiver.url) =>
  createWebhook(as, CreateWebhook.parse({ url, events }), openAddresses);
/** Until the delivery is due again. */
const LATER_S = 20;
const log = async (id: string) => (await listDeliveries(owner, id, ListDeliveries.parse({}))).data;
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error : Promise.reject(error)),
  );
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as Message);
type Message = { id: string; type: string; data: Record<string, unknown> };

/**
 * Runs at the fixture's time, as the libraries reject messages that are too old or too new by the machine's
 * clock.
 */
function atFixtureTime(work: () => void): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(fixture.now()) });
  try {
    work();
  } finally {
    vi.useRealTimers();
  }
}
/** A conversation with a sensitive value. */
async function runConversation(): Promise<string> {
  const { id } = await fixture.startCall(agentId);
  await fixture.say(id, SECRET);
  await fixture.end(id);
  return id;
}

describe("an endpoint", () => {
  test("returns its secret once, stores it sealed, and is audited without address and secret", async () => {
    const { secret = "", ...created } = await make(["*"], owner, `${receiver.url}?token=of-the-address`);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/=]{44}$/);
    expect(Webhook.parse(created)).toEqual(await readWebhook(owner, created.id));
    const rows = await owner.db.all(
      db.selectFrom("webhook_endpoints").selectAll().where("id", "=", created.id),
    );
    const audited = await owner.db.all(
      db.selectFrom("audit_events").selectAll().where("target", "=", created.id),
    );
    expect(audited.map(({ action }) => action)).toEqual(["webhook.created"]);
    expect(JSON.stringify(audited)).not.toMatch(/of-the-address|whsec_/);
    expect(rows[0]?.secret.toString("latin1")).not.toContain(secret.slice(6));
  });

  test.each([
    "http://127.0.0.1:1/x",
    "https://127.0.0.1/x",
    "https://10.1.2.3/",
    "https://[::1]/",
    "http://example.com/",
  ])("is refused at %s", async (url) => {
    const refused = await refusal(createWebhook(owner, CreateWebhook.parse({ url, events: ["*"] })));
    expect([refused?.code, refused?.details?.[0]?.pointer]).toEqual(["validation_error", "/url"]);
  });

  test("belongs to its environment", async () => {
    const { id } = await make(["*"]);
    expect((await refusal(readWebhook(fixture.space.ctx("owner", "test"), id)))?.code).toBe("not_found");
  });
});

describe("a message", () => {
  test("of a settled call is signed, verified by two libraries, and masked like the API", async () => {
    const { id, secret = "" } = await make(["call.started", "call.ended", "call.settled"]);
    const callId = await runConversation();
    await deliverTo(owner, id, httpClient);
    expect(
      bodies()
        .map(({ type }) => type)
        .sort(),
    ).toEqual(["call.ended", "call.settled", "call.started"]);
    for (const { headers, body } of receiver.received)
      atFixtureTime(() => {
        expect(new StandardWebhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
        expect(new SvixWebhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
        expect(() => new StandardWebhook(secret).verify(`${body} `, headers)).toThrow();
        expect(body.replaceAll(/[^0-9]/g, "")).not.toContain("44152290");
      });
    const settled = bodies().find(({ type }) => type === "call.settled");
    const apiCall = JSON.parse(JSON.stringify(await fixture.read(callId)));
    expect(settled?.data).toEqual(apiCall);
    expect(settled).toMatchObject({ environment: "live", api_version: "v1" });
    expect((await log(id)).map(({ status }) => status)).toEqual(["delivered", "delivered", "delivered"]);
  });

  test("has two signatures during the overlap of a rotation, and one afterwards", async () => {
    const { id, secret: former = "" } = await make(["*"]);
    const { secret = "" } = await rotateWebhook(owner, id, RotateWebhook.parse({ overlap_minutes: 1 }));
    await testWebhook(owner, id);
    await deliverTo(owner, id, httpClient);
    fixture.advanceClock(61);
    await testWebhook(owner, id);
    await deliverTo(owner, id, httpClient);
    const [first, second] = receiver.received;
    if (first === undefined || second === undefined) throw new Error("Two messages were to come.");
    atFixtureTime(() => {
      for (const eachSecret of [secret, former])
        expect(new StandardWebhook(eachSecret).verify(first.body, first.headers)).toMatchObject({
          type: "webhook.test",
        });
      new StandardWebhook(secret).verify(second.body, second.headers);
      expect(() => new StandardWebhook(former).verify(second.body, second.headers)).toThrow();
    });
  });

  test("is not stored if its cause is rolled back or no endpoint subscribes to it", async () => {
    const { id } = await make(["campaign.failed"]);
    await runConversation();
    await deliverTo(owner, id, httpClient);
    expect(await log(id)).toEqual([]);
    const events = await owner.db.all(
      db.selectFrom("webhook_events").select("type").where("type", "=", "campaign.failed"),
    );
    expect(events).toEqual([]);
  });

  test("of another environment is not sent to this one's endpoints", async () => {
    const { id } = await make(["*"]);
    const { id: callId } = await fixture.startCall(agentId, {}, "test");
    expect((await log(id)).filter(({ type }) => type.startsWith("call."))).toEqual([]);
    expect(callId).toMatch(/^call_/);
  });
});

describe("an endpoint that does not accept it", () => {
  test.each([
    [500, 500, "http_status"],
    [{ location: "http://127.0.0.1:1/elsewhere" }, 307, "redirect"],
    ["hang up" as const, null, "network"],
  ])("%j is retried later, and put in backoff", async (behavior, status, error) => {
    receiver.answer(behavior);
    const { id } = await make(["*"]);
    await testWebhook(owner, id);
    await deliverTo(owner, id, httpClient);
    expect(await log(id)).toMatchObject([
      { status: "pending", attempts: 1, response_status: status, error, next_attempt_at: expect.any(String) },
    ]);
    await deliverTo(owner, id, httpClient);
    expect(receiver.received).toHaveLength(1);
    receiver.answer(204);
    fixture.advanceClock(LATER_S);
    await deliverTo(owner, id, httpClient);
    expect(receiver.received).toHaveLength(2);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(await log(id)).toMatchObject([{ status: "delivered", attempts: 2, error: null }]);
    expect((await readWebhook(owner, id)).failing_since).toBeNull();
  });

  test("ends its backoff when a member requests a message", async () => {
    receiver.answer(500);
    const { id } = await make(["*"]);
    await testWebhook(owner, id);
    await deliverTo(owner, id, httpClient);
    receiver.answer(204);
    await testWebhook(owner, id);
    await deliverTo(owner, id, httpClient);
    expect(receiver.received).toHaveLength(2);
    expect((await readWebhook(owner, id)).failing_since).toBeNull();
  });

  test("whose address is internal by now is rejected at connect time", async () => {
    const { id } = await make(["*"]);
    await testWebhook(owner, id);
    const strict = createHttpClient({ allowedHosts: [] });
    await deliverTo(owner, id, strict);
    await strict.close();
    expect(receiver.received).toEqual([]);
    expect(await log(id)).toMatchObject([{ status: "pending", error: "refused_address" }]);
  });

  test("whose name resolves to an internal address by now is not connected", async () => {
    const answers = [["93.184.215.14"], ["127.0.0.1"], ["93.184.215.14", "127.0.0.1"]];
    const rebinding = createHttpClient({ allowedHosts: [], resolve: async () => answers.shift() ?? [] });
    const { port } = new URL(receiver.url);
    const input = CreateWebhook.parse({ url: `https://rebind.example:${port}/`, events: ["*"] });
    const { id } = await createWebhook(owner, input, { egress: rebinding, allowedHosts: [] });
    await testWebhook(owner, id);
    for (let n = 0; n < 2; n++) {
      await deliverTo(owner, id, rebinding);
      expect(await log(id)).toMatchObject([{ status: "pending", attempts: n + 1, error: "refused_address" }]);
      fixture.advanceClock(LATER_S);
    }
    expect(answers).toEqual([]);
    expect(receiver.received).toEqual([]);
    await rebinding.close();
  });

  test("that redirects is not followed", async () => {
    const otherReceiver = await openReceiver();
    receiver.answer({ location: otherReceiver.url });
    const client = createHttpClient({ allowedHosts: [receiver.host, otherReceiver.host] });
    const { id } = await make(["*"]);
    await testWebhook(owner, id);
    await deliverTo(owner, id, client);
    expect(receiver.received).toHaveLength(1);
    expect(otherReceiver.received).toEqual([]);
    expect(await log(id)).toMatchObject([{ status: "pending", response_status: 307, error: "redirect" }]);
    await client.close();
    await otherReceiver.close();
  });

  test("that is silent delays no other endpoint", async () => {
    receiver.answer("silent");
    const well = await openReceiver();
    const client = createHttpClient({ allowedHosts: [receiver.host, well.host] });
    const silent = await make(["*"]);
    const otherWebhook = await createWebhook(owner, CreateWebhook.parse({ url: well.url, events: ["*"] }), {
      egress: client,
      allowedHosts: [well.host],
    });
    await testWebhook(owner, silent.id);
    await testWebhook(owner, otherWebhook.id);
    const stop = new AbortController();
    const hanging = deliverTo({ ...owner, signal: stop.signal }, silent.id, client);
    await deliverTo(owner, otherWebhook.id, client);
    expect(well.received).toHaveLength(1);
    // A stopping worker's attempt does not count: the next one sends the message.
    stop.abort();
    await hanging;
    expect(await log(silent.id)).toMatchObject([{ status: "pending", attempts: 0 }]);
    receiver.answer(204);
    await deliverTo(owner, silent.id, client);
    expect(await log(silent.id)).toMatchObject([{ status: "delivered" }]);
    await client.close();
    await well.close();
  });

  test("for five days is disabled, audited, and receives missed messages when enabled again", async () => {
    receiver.answer(500);
    const { id } = await make(["*"]);
    await testWebhook(owner, id);
    await deliverTo(owner, id, httpClient);
    fixture.advanceClock(5 * 86_400);
    await testWebhook(owner, id);
    await deliverTo(owner, id, httpClient);
    expect(await readWebhook(owner, id)).toMatchObject({ enabled: false, disabled_reason: "failing" });
    const from = fixture.now();
    fixture.advanceClock(1);
    await runConversation();
    await sweepWebhooks(owner);
    expect((await refusal(testWebhook(owner, id)))?.code).toBe("invalid_state");
    receiver.answer(204);
    receiver.received.length = 0;
    await updateWebhook(owner, id, { enabled: true });
    fixture.advanceClock(1);
    const { queued } = await replayRange(
      owner,
      id,
      ReplayRange.parse({ from, to: fixture.now(), events: ["call.settled"] }),
    );
    expect(queued).toBe(1);
    await deliverTo(owner, id, httpClient);
    expect(bodies().map(({ type }) => type)).toContain("call.settled");
  });

  test("that responds with 410 is disabled immediately", async () => {
    receiver.answer(410);
    const { id } = await make(["*"]);
    await testWebhook(owner, id);
    await deliverTo(owner, id, httpClient);
    expect(await readWebhook(owner, id)).toMatchObject({ enabled: false, disabled_reason: "gone" });
    const notices = await owner.db.all(db.selectFrom("notices").select("kind").where("subject", "=", id));
    expect(notices).toEqual([{ kind: "webhook.disabled" }]);
  });
});

describe("a replay", () => {
  test("sends the same event again, with current data", async () => {
    const { id } = await make(["call.settled"]);
    const callId = await runConversation();
    await deliverTo(owner, id, httpClient);
    const [first] = await log(id);
    const replayed = await replayDelivery(owner, id, first?.id ?? "");
    expect(replayed).toMatchObject({ event_id: first?.event_id, replay_of: first?.id, status: "pending" });
    await deliverTo(owner, id, httpClient);
    expect(bodies().map((message) => message.data.id)).toEqual([callId, callId]);
    expect(new Set(bodies().map((message) => message.id)).size).toBe(1);
  });

  test("sends nothing of a deleted call", async () => {
    const { id } = await make(["call.settled"]);
    const callId = await runConversation();
    await deliverTo(owner, id, httpClient);
    receiver.received.length = 0;
    await deleteCall(owner, callId);
    const [first] = await log(id);
    const replayedDelivery = await replayDelivery(owner, id, first?.id ?? "");
    await deliverTo(owner, id, httpClient);
    expect(receiver.received).toEqual([]);
    const replayed = (await log(id)).find((delivery) => delivery.id === replayedDelivery.id);
    expect(replayed).toMatchObject({ status: "canceled", error: "gone" });
  });
});
