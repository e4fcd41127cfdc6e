import "@/test/fixtures/loopback";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { endCall, readCall } from "@/lib/calls/calls";
import { deleteContact, findContact } from "@/lib/contacts/contacts";
import { db, writeUnaudited } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { sweepTexts } from ".";
import { createTextingFixture, type TextingFixture } from "./testing/texting-fixture";

let fixture: TextingFixture;
beforeAll(async () => {
  fixture = await createTextingFixture();
});
afterEach(() => {
  fixture.fakeTwilio.setAnswer(() => null);
  fixture.fakeTwilio.sent.length = 0;
});
afterAll(async () => {
  await fixture.fakeTwilio.close();
  await closeHub();
});

let people = 0;
const newPhone = () => `+1212${5_000_000 + people++}`;
const of = async (phone: string, direction: string) =>
  (await fixture.listTexts((await findContact(fixture.liveCtx, phone)).id)).filter(
    (text) => text.direction === direction,
  );
/** The minutes pass after which a text must have lost its job, and the sweep comes by. */
async function sweepLater(): Promise<void> {
  fixture.advanceClock(6 * 60);
  await sweepTexts(fixture.job("texts.sweep"));
  await fixture.runTextJobs();
}

describe("the sweep of texts", () => {
  it("sends what waits and has lost its job, once and in order", async () => {
    const phone = newPhone();
    await fixture.postInbound(phone, "Hello");
    fixture.fakeTwilio.setAnswer(() => ({ status: 429 }));
    await fixture.runTextJobs();
    await fixture.loseJobs();
    fixture.fakeTwilio.setAnswer(() => null);
    fixture.fakeTwilio.sent.length = 0;
    await sweepLater();
    await sweepLater();
    const sent = await of(phone, "outbound");
    expect(sent.every(({ state }) => state === "sent")).toBe(true);
    expect(fixture.fakeTwilio.sent).toHaveLength(sent.length);
  });

  it("settles what may have been sent as unknown, and sends it no second time", async () => {
    const phone = newPhone();
    await fixture.postInbound(phone, "Hello");
    // The connection breaks, and then the worker dies.
    fixture.fakeTwilio.setAnswer(() => ({ status: 0 }));
    await fixture.runTextJobs();
    expect((await of(phone, "outbound"))[0]).toMatchObject({ state: "sending" });
    await fixture.loseJobs();
    fixture.fakeTwilio.setAnswer(() => null);
    const [asked] = fixture.fakeTwilio.sent;
    await sweepLater();
    expect((await of(phone, "outbound"))[0]).toMatchObject({
      state: "failed",
      error_code: "unknown",
      body: null,
    });
    expect(fixture.fakeTwilio.sent.filter(({ body }) => body === asked?.body)).toHaveLength(1);
  });

  it("fails a text that has waited too long for a reply, and ends its conversation", async () => {
    const phone = newPhone();
    await fixture.postInbound(phone, "Hello");
    fixture.fakeTwilio.setAnswer(() => ({ status: 429 }));
    await fixture.runTextJobs();
    await fixture.loseJobs();
    fixture.fakeTwilio.setAnswer(() => null);
    fixture.fakeTwilio.sent.length = 0;
    fixture.advanceClock(5 * 60);
    await sweepLater();
    expect(fixture.fakeTwilio.sent).toEqual([]);
    const sent = await of(phone, "outbound");
    expect(
      sent.every(({ state, error_code: code }) => state === "failed" && code === "carrier_unavailable"),
    ).toBe(true);
    expect(await readCall(fixture.liveCtx, sent[0]?.call_id ?? "")).toMatchObject({
      status: "failed",
      end_reason: "carrier_error",
    });
  });

  it("takes what came in and was never read to its conversation, and nothing older than a reply", async () => {
    const [early, late] = [newPhone(), newPhone()];
    await fixture.postInbound(early, "Hello");
    await fixture.loseJobs();
    fixture.advanceClock(25 * 3_600);
    await fixture.postInbound(late, "Good morning");
    await fixture.loseJobs();
    await sweepLater();
    expect((await of(late, "inbound"))[0]).toMatchObject({ body: null, error_code: null });
    expect((await of(late, "inbound"))[0]?.call_id).not.toBeNull();
    expect((await of(early, "inbound"))[0]).toMatchObject({
      body: null,
      call_id: null,
      error_code: "expired",
    });
    expect(fixture.fakeTwilio.sent.some(({ to }) => to === early)).toBe(false);
  });

  it("skips texts whose job still exists", async () => {
    const phone = newPhone();
    await fixture.postInbound(phone, "Hello");
    fixture.fakeTwilio.setAnswer(() => ({ status: 429, headers: { "retry-after": "240" } }));
    await fixture.runTextJobs();
    fixture.advanceClock(120);
    await sweepTexts(fixture.job("texts.sweep"));
    await fixture.runTextJobs();
    expect(fixture.fakeTwilio.sent).toHaveLength(1);
  });

  it("finds nothing of who was deleted meanwhile", async () => {
    const phone = newPhone();
    await fixture.postInbound(phone, "Hello");
    fixture.fakeTwilio.setAnswer(() => ({ status: 429 }));
    await fixture.runTextJobs();
    const [waiting] = await of(phone, "outbound");
    expect(waiting).toMatchObject({ state: "queued" });
    await endCall(fixture.liveCtx, waiting?.call_id ?? "");
    await deleteContact(fixture.liveCtx, phone);
    await fixture.loseJobs();
    fixture.fakeTwilio.setAnswer(() => null);
    fixture.fakeTwilio.sent.length = 0;
    await sweepLater();
    expect(fixture.fakeTwilio.sent.filter(({ to }) => to === phone)).toEqual([]);
    const texts = await fixture.listTexts(waiting?.contact_id ?? "");
    expect(texts.filter(({ body }) => body !== null)).toEqual([]);
    expect(texts.find(({ id }) => id === waiting?.id)).toMatchObject({
      state: "failed",
      error_code: "erased",
    });
  });

  it("finds nothing of another workspace", async () => {
    const phone = newPhone();
    await fixture.postInbound(phone, "Hello");
    await fixture.loseJobs();
    fixture.advanceClock(6 * 60);
    const otherJob = { ...fixture.job("texts.sweep"), workspaceId: `ws_${"0".repeat(26)}` };
    await sweepTexts(otherJob);
    await fixture.runTextJobs();
    expect(await of(phone, "outbound")).toEqual([]);
    await writeUnaudited(fixture.liveCtx, {
      run: [db.deleteFrom("texts").where("workspace_id", "=", fixture.liveCtx.workspaceId)],
    });
  });
});
