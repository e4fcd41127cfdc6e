import "@/test/fixtures/loopback";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { endCall, readCall } from "@/lib/calls/calls";
import { deleteContact, findContact } from "@/lib/contacts/contacts";
import { db, record } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { sweepTexts } from ".";
import { openTexting, type Texting } from "./testing/desk";

let desk: Texting;
beforeAll(async () => {
  desk = await openTexting();
});
afterEach(() => {
  desk.stand.answers(() => null);
  desk.stand.sent.length = 0;
});
afterAll(async () => {
  await desk.stand.close();
  await closeHub();
});

let people = 0;
const somebody = () => `+1212${5_000_000 + people++}`;
const of = async (phone: string, direction: string) =>
  (await desk.textsOf((await findContact(desk.live, phone)).id)).filter(
    (text) => text.direction === direction,
  );
/** The minutes pass after which a text must have lost its job, and the sweep comes by. */
async function sweepLater(): Promise<void> {
  desk.wait(6 * 60);
  await sweepTexts(desk.job("texts.sweep"));
  await desk.workTexts();
}

describe("the sweep of texts", () => {
  it("sends what waits and has lost its job, once and in order", async () => {
    const phone = somebody();
    await desk.writes(phone, "Hello");
    desk.stand.answers(() => ({ status: 429 }));
    await desk.workTexts();
    await desk.loseJobs();
    desk.stand.answers(() => null);
    desk.stand.sent.length = 0;
    await sweepLater();
    await sweepLater();
    const sent = await of(phone, "outbound");
    expect(sent.every(({ state }) => state === "sent")).toBe(true);
    expect(desk.stand.sent).toHaveLength(sent.length);
  });

  it("settles what may have been sent as unknown, and sends it no second time", async () => {
    const phone = somebody();
    await desk.writes(phone, "Hello");
    // The connection breaks, and then the worker dies.
    desk.stand.answers(() => ({ status: 0 }));
    await desk.workTexts();
    expect((await of(phone, "outbound"))[0]).toMatchObject({ state: "sending" });
    await desk.loseJobs();
    desk.stand.answers(() => null);
    const [asked] = desk.stand.sent;
    await sweepLater();
    expect((await of(phone, "outbound"))[0]).toMatchObject({
      state: "failed",
      error_code: "unknown",
      body: null,
    });
    expect(desk.stand.sent.filter(({ body }) => body === asked?.body)).toHaveLength(1);
  });

  it("gives up what has waited too long to be an answer, and ends its conversation", async () => {
    const phone = somebody();
    await desk.writes(phone, "Hello");
    desk.stand.answers(() => ({ status: 429 }));
    await desk.workTexts();
    await desk.loseJobs();
    desk.stand.answers(() => null);
    desk.stand.sent.length = 0;
    desk.wait(5 * 60);
    await sweepLater();
    expect(desk.stand.sent).toEqual([]);
    const sent = await of(phone, "outbound");
    expect(
      sent.every(({ state, error_code: code }) => state === "failed" && code === "carrier_unavailable"),
    ).toBe(true);
    expect(await readCall(desk.live, sent[0]?.call_id ?? "")).toMatchObject({
      status: "failed",
      end_reason: "carrier_error",
    });
  });

  it("takes what came in and was never read to its conversation, and nothing older than a reply", async () => {
    const [early, late] = [somebody(), somebody()];
    await desk.writes(early, "Hello");
    await desk.loseJobs();
    desk.wait(25 * 3_600);
    await desk.writes(late, "Good morning");
    await desk.loseJobs();
    await sweepLater();
    expect((await of(late, "inbound"))[0]).toMatchObject({ body: null, error_code: null });
    expect((await of(late, "inbound"))[0]?.call_id).not.toBeNull();
    expect((await of(early, "inbound"))[0]).toMatchObject({
      body: null,
      call_id: null,
      error_code: "expired",
    });
    expect(desk.stand.sent.some(({ to }) => to === early)).toBe(false);
  });

  it("leaves alone what has its job still", async () => {
    const phone = somebody();
    await desk.writes(phone, "Hello");
    desk.stand.answers(() => ({ status: 429, headers: { "retry-after": "240" } }));
    await desk.workTexts();
    desk.wait(120);
    await sweepTexts(desk.job("texts.sweep"));
    await desk.workTexts();
    expect(desk.stand.sent).toHaveLength(1);
  });

  it("finds nothing of who was deleted meanwhile", async () => {
    const phone = somebody();
    await desk.writes(phone, "Hello");
    desk.stand.answers(() => ({ status: 429 }));
    await desk.workTexts();
    const [waiting] = await of(phone, "outbound");
    expect(waiting).toMatchObject({ state: "queued" });
    await endCall(desk.live, waiting?.call_id ?? "");
    await deleteContact(desk.live, phone);
    await desk.loseJobs();
    desk.stand.answers(() => null);
    desk.stand.sent.length = 0;
    await sweepLater();
    expect(desk.stand.sent.filter(({ to }) => to === phone)).toEqual([]);
    const texts = await desk.textsOf(waiting?.contact_id ?? "");
    expect(texts.filter(({ body }) => body !== null)).toEqual([]);
    expect(texts.find(({ id }) => id === waiting?.id)).toMatchObject({
      state: "failed",
      error_code: "erased",
    });
  });

  it("finds nothing of another workspace", async () => {
    const phone = somebody();
    await desk.writes(phone, "Hello");
    await desk.loseJobs();
    desk.wait(6 * 60);
    const other = { ...desk.job("texts.sweep"), workspaceId: `ws_${"0".repeat(26)}` };
    await sweepTexts(other);
    await desk.workTexts();
    expect(await of(phone, "outbound")).toEqual([]);
    await record(desk.live, {
      run: [db.deleteFrom("texts").where("workspace_id", "=", desk.live.workspaceId)],
    });
  });
});
