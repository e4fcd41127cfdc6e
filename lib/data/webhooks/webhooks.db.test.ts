import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { deleteCall } from "@/lib/calls/calls";
import { openDesk, VARIABLES } from "@/lib/calls/calls/testing/desk";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { createEgress, type Egress } from "@/lib/platform/egress";
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

type Desk = Awaited<ReturnType<typeof openDesk>>;
const SECRET = "4415 2290";

let desk: Desk;
let owner: Ctx;
let agentId: string;
let receiver: Receiver;
let way: Egress;
let openAddresses: { egress: Egress; allowedHosts: string[] };

beforeAll(async () => {
  desk = await openDesk();
  owner = desk.space.ctx("owner");
  agentId = await desk.agent({ variables: VARIABLES });
});
beforeEach(async () => {
  receiver = await openReceiver();
  way = createEgress({ allowedHosts: [receiver.host] });
  openAddresses = { egress: way, allowedHosts: [receiver.host] };
});
afterEach(async () => {
  for (const { id } of (await listWebhooks(owner, { limit: 100 })).data) await deleteWebhook(owner, id);
  await way.close();
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

/** Runs at the desk's time: the libraries refuse messages that are old or of the future by the machine's clock. */
function atDesk(work: () => void): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(desk.now()) });
  try {
    work();
  } finally {
    vi.useRealTimers();
  }
}
/** A conversation in which a sensitive value is said. */
async function converse(): Promise<string> {
  const { id } = await desk.start(agentId);
  await desk.say(id, SECRET);
  await desk.end(id);
  return id;
}

describe("an endpoint", () => {
  test("shows its secret once, keeps it sealed, and is in the audit log without address and secret", async () => {
    const { secret = "", ...made } = await make(["*"], owner, `${receiver.url}?token=of-the-address`);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/=]{44}$/);
    expect(Webhook.parse(made)).toEqual(await readWebhook(owner, made.id));
    const rows = await owner.db.all(db.selectFrom("webhook_endpoints").selectAll().where("id", "=", made.id));
    const audited = await owner.db.all(
      db.selectFrom("audit_events").selectAll().where("target", "=", made.id),
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
    expect((await refusal(readWebhook(desk.space.ctx("owner", "test"), id)))?.code).toBe("not_found");
  });
});

describe("a message", () => {
  test("of a settled call comes signed, verified by two libraries, and masked as the API masks", async () => {
    const { id, secret = "" } = await make(["call.started", "call.ended", "call.settled"]);
    const callId = await converse();
    await deliverTo(owner, id, way);
    expect(
      bodies()
        .map(({ type }) => type)
        .sort(),
    ).toEqual(["call.ended", "call.settled", "call.started"]);
    for (const { headers, body } of receiver.received)
      atDesk(() => {
        expect(new StandardWebhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
        expect(new SvixWebhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
        expect(() => new StandardWebhook(secret).verify(`${body} `, headers)).toThrow();
        expect(body.replaceAll(/[^0-9]/g, "")).not.toContain("44152290");
      });
    const settled = bodies().find(({ type }) => type === "call.settled");
    const shown = JSON.parse(JSON.stringify(await desk.read(callId)));
    expect(settled?.data).toEqual(shown);
    expect(settled).toMatchObject({ environment: "live", api_version: "v1" });
    expect((await log(id)).map(({ status }) => status)).toEqual(["delivered", "delivered", "delivered"]);
  });

  test("bears two signatures while a rotation overlaps, and one afterwards", async () => {
    const { id, secret: former = "" } = await make(["*"]);
    const { secret = "" } = await rotateWebhook(owner, id, RotateWebhook.parse({ overlap_minutes: 1 }));
    await testWebhook(owner, id);
    await deliverTo(owner, id, way);
    desk.wait(61);
    await testWebhook(owner, id);
    await deliverTo(owner, id, way);
    const [first, second] = receiver.received;
    if (first === undefined || second === undefined) throw new Error("Two messages were to come.");
    atDesk(() => {
      for (const known of [secret, former])
        expect(new StandardWebhook(known).verify(first.body, first.headers)).toMatchObject({
          type: "webhook.test",
        });
      new StandardWebhook(secret).verify(second.body, second.headers);
      expect(() => new StandardWebhook(former).verify(second.body, second.headers)).toThrow();
    });
  });

  test("is not written where its cause is rolled back or nobody wants it", async () => {
    const { id } = await make(["campaign.failed"]);
    await converse();
    await deliverTo(owner, id, way);
    expect(await log(id)).toEqual([]);
    const events = await owner.db.all(
      db.selectFrom("webhook_events").select("type").where("type", "=", "campaign.failed"),
    );
    expect(events).toEqual([]);
  });

  test("of another environment goes to none of this one", async () => {
    const { id } = await make(["*"]);
    const { id: callId } = await desk.start(agentId, {}, "test");
    expect((await log(id)).filter(({ type }) => type.startsWith("call."))).toEqual([]);
    expect(callId).toMatch(/^call_/);
  });
});

describe("an endpoint that does not take it", () => {
  test.each([
    [500, 500, "http_status"],
    [{ location: "http://127.0.0.1:1/elsewhere" }, 307, "redirect"],
    ["hang up" as const, null, "network"],
  ])("%j is tried again later, and rests", async (manner, status, error) => {
    receiver.answer(manner);
    const { id } = await make(["*"]);
    await testWebhook(owner, id);
    await deliverTo(owner, id, way);
    expect(await log(id)).toMatchObject([
      { status: "pending", attempts: 1, response_status: status, error, next_attempt_at: expect.any(String) },
    ]);
    await deliverTo(owner, id, way);
    expect(receiver.received).toHaveLength(1);
    receiver.answer(204);
    desk.wait(LATER_S);
    await deliverTo(owner, id, way);
    expect(receiver.received).toHaveLength(2);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(await log(id)).toMatchObject([{ status: "delivered", attempts: 2, error: null }]);
    expect((await readWebhook(owner, id)).failing_since).toBeNull();
  });

  test("rests no longer once somebody asks for something to be sent", async () => {
    receiver.answer(500);
    const { id } = await make(["*"]);
    await testWebhook(owner, id);
    await deliverTo(owner, id, way);
    receiver.answer(204);
    await testWebhook(owner, id);
    await deliverTo(owner, id, way);
    expect(receiver.received).toHaveLength(2);
    expect((await readWebhook(owner, id)).failing_since).toBeNull();
  });

  test("with an address that leads inside by now is refused at connect time", async () => {
    const { id } = await make(["*"]);
    await testWebhook(owner, id);
    const strict = createEgress({ allowedHosts: [] });
    await deliverTo(owner, id, strict);
    await strict.close();
    expect(receiver.received).toEqual([]);
    expect(await log(id)).toMatchObject([{ status: "pending", error: "refused_address" }]);
  });

  test("at a name that led outside as it was given, and inside by now, is not connected to", async () => {
    const answers = [["93.184.215.14"], ["127.0.0.1"], ["93.184.215.14", "127.0.0.1"]];
    const rebinding = createEgress({ allowedHosts: [], resolve: async () => answers.shift() ?? [] });
    const { port } = new URL(receiver.url);
    const input = CreateWebhook.parse({ url: `https://rebind.example:${port}/`, events: ["*"] });
    const { id } = await createWebhook(owner, input, { egress: rebinding, allowedHosts: [] });
    await testWebhook(owner, id);
    for (let n = 0; n < 2; n++) {
      await deliverTo(owner, id, rebinding);
      expect(await log(id)).toMatchObject([{ status: "pending", attempts: n + 1, error: "refused_address" }]);
      desk.wait(LATER_S);
    }
    expect(answers).toEqual([]);
    expect(receiver.received).toEqual([]);
    await rebinding.close();
  });

  test("but sends it elsewhere, is not followed there", async () => {
    const elsewhere = await openReceiver();
    receiver.answer({ location: elsewhere.url });
    const both = createEgress({ allowedHosts: [receiver.host, elsewhere.host] });
    const { id } = await make(["*"]);
    await testWebhook(owner, id);
    await deliverTo(owner, id, both);
    expect(receiver.received).toHaveLength(1);
    expect(elsewhere.received).toEqual([]);
    expect(await log(id)).toMatchObject([{ status: "pending", response_status: 307, error: "redirect" }]);
    await both.close();
    await elsewhere.close();
  });

  test("as it is silent, holds nobody else up", async () => {
    receiver.answer("silent");
    const well = await openReceiver();
    const both = createEgress({ allowedHosts: [receiver.host, well.host] });
    const silent = await make(["*"]);
    const other = await createWebhook(owner, CreateWebhook.parse({ url: well.url, events: ["*"] }), {
      egress: both,
      allowedHosts: [well.host],
    });
    await testWebhook(owner, silent.id);
    await testWebhook(owner, other.id);
    const stop = new AbortController();
    const hanging = deliverTo({ ...owner, signal: stop.signal }, silent.id, both);
    await deliverTo(owner, other.id, both);
    expect(well.received).toHaveLength(1);
    // A worker that stops has not tried: what hung is sent by the next.
    stop.abort();
    await hanging;
    expect(await log(silent.id)).toMatchObject([{ status: "pending", attempts: 0 }]);
    receiver.answer(204);
    await deliverTo(owner, silent.id, both);
    expect(await log(silent.id)).toMatchObject([{ status: "delivered" }]);
    await both.close();
    await well.close();
  });

  test("for five days is switched off, audited, and takes again what it missed", async () => {
    receiver.answer(500);
    const { id } = await make(["*"]);
    await testWebhook(owner, id);
    await deliverTo(owner, id, way);
    desk.wait(5 * 86_400);
    await testWebhook(owner, id);
    await deliverTo(owner, id, way);
    expect(await readWebhook(owner, id)).toMatchObject({ enabled: false, disabled_reason: "failing" });
    const from = desk.now();
    desk.wait(1);
    await converse();
    await sweepWebhooks(owner);
    expect((await refusal(testWebhook(owner, id)))?.code).toBe("invalid_state");
    receiver.answer(204);
    receiver.received.length = 0;
    await updateWebhook(owner, id, { enabled: true });
    desk.wait(1);
    const { queued } = await replayRange(
      owner,
      id,
      ReplayRange.parse({ from, to: desk.now(), events: ["call.settled"] }),
    );
    expect(queued).toBe(1);
    await deliverTo(owner, id, way);
    expect(bodies().map(({ type }) => type)).toContain("call.settled");
  });

  test("that says it is gone is switched off at once", async () => {
    receiver.answer(410);
    const { id } = await make(["*"]);
    await testWebhook(owner, id);
    await deliverTo(owner, id, way);
    expect(await readWebhook(owner, id)).toMatchObject({ enabled: false, disabled_reason: "gone" });
    const notices = await owner.db.all(db.selectFrom("notices").select("kind").where("subject", "=", id));
    expect(notices).toEqual([{ kind: "webhook.disabled" }]);
  });
});

describe("a replay", () => {
  test("sends the same event again, as it is shown now", async () => {
    const { id } = await make(["call.settled"]);
    const callId = await converse();
    await deliverTo(owner, id, way);
    const [first] = await log(id);
    const again = await replayDelivery(owner, id, first?.id ?? "");
    expect(again).toMatchObject({ event_id: first?.event_id, replay_of: first?.id, status: "pending" });
    await deliverTo(owner, id, way);
    expect(bodies().map((message) => message.data.id)).toEqual([callId, callId]);
    expect(new Set(bodies().map((message) => message.id)).size).toBe(1);
  });

  test("sends nothing of a call that is gone", async () => {
    const { id } = await make(["call.settled"]);
    const callId = await converse();
    await deliverTo(owner, id, way);
    receiver.received.length = 0;
    await deleteCall(owner, callId);
    const [first] = await log(id);
    const again = await replayDelivery(owner, id, first?.id ?? "");
    await deliverTo(owner, id, way);
    expect(receiver.received).toEqual([]);
    const replayed = (await log(id)).find((delivery) => delivery.id === again.id);
    expect(replayed).toMatchObject({ status: "canceled", error: "gone" });
  });
});
