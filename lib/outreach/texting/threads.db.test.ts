import "@/test/fixtures/loopback";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCall } from "@/lib/calls/calls";
import { CreateCall } from "@/lib/calls/calls/schema";
import { createContact } from "@/lib/contacts/contacts";
import { CreateContact } from "@/lib/contacts/contacts/schema";
import { somebody } from "@/lib/outreach/campaigns/testing/desk";
import { carrierFor } from "@/lib/outreach/carriers";
import { placeAttempts, startCall } from "@/lib/outreach/dialing";
import { db, record, violatedConstraint } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { beginPlanned, takeText } from ".";
import { openTexting, type Texting } from "./testing/desk";

let desk: Texting;
beforeAll(async () => {
  desk = await openTexting();
});
afterAll(async () => {
  await desk.stand.close();
  await closeHub();
});

/** Somebody who allows texts, and a text of ours to them that a carrier has been asked for and nobody has begun. */
async function planned() {
  const contact = await createContact(desk.live, CreateContact.parse(somebody()));
  const asked = CreateCall.parse({ agent_id: desk.agentId, channel: "sms", to: contact.phone });
  const { id, status } = await startCall(desk.live, asked, carrierFor);
  expect(status).toBe("queued");
  await placeAttempts(desk.job("attempts.place"), [`call/${id}/1`], carrierFor);
  return { ...contact, callId: id, begin: () => beginPlanned(desk.job("text.begin"), id, carrierFor) };
}

/** They write at this moment; the answer takes their text to its conversation. */
async function written(contact: { id: string; phone: string }): Promise<() => Promise<void>> {
  await desk.writes(contact.phone, "Hello, who is this?");
  const texts = await desk.textsOf(contact.id);
  const textId = texts.find(({ direction }) => direction === "inbound")?.id ?? "";
  return () => takeText(desk.job("text.take"), textId);
}

const running = async (contactId: string) =>
  (await desk.threads()).filter(({ contact_id: id, status }) => id === contactId && status === "in_progress");

const attemptOf = (callId: string) =>
  desk.rows.one(db.selectFrom("attempts").select(["state", "result", "busy"]).where("call_id", "=", callId));

describe("an agent that writes first and a contact who writes", () => {
  it("have one conversation, whoever is quicker", async () => {
    const all = await Promise.all(Array.from({ length: 6 }, planned));
    for (const contact of all) {
      const take = await written(contact);
      await Promise.all([contact.begin(), take()]);
    }
    await desk.workTexts();
    desk.wait(3);
    await desk.workTexts();
    for (const contact of all) {
      const threads = await running(contact.id);
      expect(threads).toHaveLength(1);
      const { transcript } = await readCall(desk.live, threads[0]?.id ?? "");
      // What they wrote was heard, once.
      expect(transcript.filter(({ role }) => role === "caller").map(({ text }) => text)).toEqual([
        "Hello, who is this?",
      ]);
    }
  });

  it("have the contact's where it came first: ours is blocked, as a conversation goes on", async () => {
    const contact = await planned();
    await (await written(contact))();
    await contact.begin();
    await contact.begin();
    await desk.workTexts();
    const [thread] = await running(contact.id);
    expect(thread?.id).not.toBe(contact.callId);
    expect(await readCall(desk.live, contact.callId)).toMatchObject({
      status: "blocked",
      end_reason: "policy_blocked",
      reasons: [{ code: "call_in_progress" }],
      transcript: [],
    });
    expect(await attemptOf(contact.callId)).toMatchObject({ state: "ended", result: "blocked", busy: null });
  });

  it("have ours where it came first: what they write goes into it", async () => {
    const contact = await planned();
    const take = await written(contact);
    await contact.begin();
    await take();
    expect((await running(contact.id)).map(({ id }) => id)).toEqual([contact.callId]);
  });

  it("can have no second one, whatever a program tries", async () => {
    const contact = await planned();
    const other = await planned();
    await contact.begin();
    const second = db
      .updateTable("calls")
      .set({ contact_id: contact.id, status: "in_progress" })
      .where("id", "=", other.callId);
    const error: unknown = await record(desk.live, { run: [second] }).catch((refused: unknown) => refused);
    expect(violatedConstraint(error)).toBe("calls_one_thread");
  });

  it("hold back what asks to begin another, until it is over", async () => {
    const contact = await createContact(desk.live, CreateContact.parse(somebody()));
    await (await written(contact))();
    const asked = CreateCall.parse({ agent_id: desk.agentId, channel: "sms", to: contact.phone });
    expect(await startCall(desk.live, asked, carrierFor)).toMatchObject({
      status: "blocked",
      reasons: [{ code: "call_in_progress" }],
    });
  });
});

describe("a conversation that is over before its first text was heard", () => {
  it("is not begun again, and the text is done with", async () => {
    const contact = await createContact(desk.live, CreateContact.parse(somebody()));
    const take = await written(contact);
    const inbound = async () =>
      (await desk.textsOf(contact.id)).find(({ direction }) => direction === "inbound");
    const before = await inbound();
    await take();
    // As a worker leaves it that dies between the greeting and the words, while the carrier refuses the greeting.
    await record(desk.live, {
      run: [
        db.updateTable("calls").set({ status: "failed" }).where("contact_id", "=", contact.id),
        db
          .updateTable("texts")
          .set({ call_id: null, body: before?.body ?? null })
          .where("id", "=", before?.id ?? ""),
      ],
    });
    await take();
    expect(await running(contact.id)).toEqual([]);
    expect(await inbound()).toMatchObject({ error_code: "unheard", body: null });
  });
});
