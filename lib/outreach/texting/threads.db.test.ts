import "@/test/fixtures/loopback";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCall } from "@/lib/calls/calls";
import { CreateCall } from "@/lib/calls/calls/schema";
import { createContact } from "@/lib/contacts/contacts";
import { CreateContact } from "@/lib/contacts/contacts/schema";
import { newContact } from "@/lib/outreach/campaigns/testing/campaigns-fixture";
import { carrierFor } from "@/lib/outreach/carriers";
import { placeAttempts, startCall } from "@/lib/outreach/dialing";
import { db, violatedConstraint, writeUnaudited } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { beginPlannedThread, processInboundText } from ".";
import { createTextingFixture, type TextingFixture } from "./testing/texting-fixture";

let fixture: TextingFixture;
beforeAll(async () => {
  fixture = await createTextingFixture();
});
afterAll(async () => {
  await fixture.fakeTwilio.close();
  await closeHub();
});

/** A contact who consents to texts, and an outbound text that was requested and not started. */
async function planned() {
  const contact = await createContact(fixture.liveCtx, CreateContact.parse(newContact()));
  const input = CreateCall.parse({ agent_id: fixture.agentId, channel: "sms", to: contact.phone });
  const { id, status } = await startCall(fixture.liveCtx, input, carrierFor);
  expect(status).toBe("queued");
  await placeAttempts(fixture.job("attempts.place"), [`call/${id}/1`], carrierFor);
  return {
    ...contact,
    callId: id,
    begin: () => beginPlannedThread(fixture.job("text.begin"), id, carrierFor),
  };
}

/** They write at this moment; the answer takes their text to its conversation. */
async function inboundText(contact: { id: string; phone: string }): Promise<() => Promise<void>> {
  await fixture.postInbound(contact.phone, "Hello, who is this?");
  const texts = await fixture.listTexts(contact.id);
  const textId = texts.find(({ direction }) => direction === "inbound")?.id ?? "";
  return () => processInboundText(fixture.job("text.take"), textId);
}

const running = async (contactId: string) =>
  (await fixture.listThreads()).filter(
    ({ contact_id: id, status }) => id === contactId && status === "in_progress",
  );

const attemptOf = (callId: string) =>
  fixture.rows.first(
    db.selectFrom("attempts").select(["state", "result", "busy"]).where("call_id", "=", callId),
  );

describe("an agent that writes first and a contact who writes", () => {
  it("share one conversation, in either order", async () => {
    const all = await Promise.all(Array.from({ length: 6 }, planned));
    for (const contact of all) {
      const take = await inboundText(contact);
      await Promise.all([contact.begin(), take()]);
    }
    await fixture.runTextJobs();
    fixture.advanceClock(3);
    await fixture.runTextJobs();
    for (const contact of all) {
      const threads = await running(contact.id);
      expect(threads).toHaveLength(1);
      const { transcript } = await readCall(fixture.liveCtx, threads[0]?.id ?? "");
      // The contact's text was processed once.
      expect(transcript.filter(({ role }) => role === "caller").map(({ text }) => text)).toEqual([
        "Hello, who is this?",
      ]);
    }
  });

  it("use the contact's conversation if it came first: the outbound one is blocked as in progress", async () => {
    const contact = await planned();
    await (await inboundText(contact))();
    await contact.begin();
    await contact.begin();
    await fixture.runTextJobs();
    const [thread] = await running(contact.id);
    expect(thread?.id).not.toBe(contact.callId);
    expect(await readCall(fixture.liveCtx, contact.callId)).toMatchObject({
      status: "blocked",
      end_reason: "policy_blocked",
      reasons: [{ code: "call_in_progress" }],
      transcript: [],
    });
    expect(await attemptOf(contact.callId)).toMatchObject({ state: "ended", result: "blocked", busy: null });
  });

  it("have ours where it came first: what they write goes into it", async () => {
    const contact = await planned();
    const take = await inboundText(contact);
    await contact.begin();
    await take();
    expect((await running(contact.id)).map(({ id }) => id)).toEqual([contact.callId]);
  });

  it("cannot have a second one, even by a direct insert", async () => {
    const contact = await planned();
    const secondCall = await planned();
    await contact.begin();
    const second = db
      .updateTable("calls")
      .set({ contact_id: contact.id, status: "in_progress" })
      .where("id", "=", secondCall.callId);
    const error: unknown = await writeUnaudited(fixture.liveCtx, { run: [second] }).catch(
      (refused: unknown) => refused,
    );
    expect(violatedConstraint(error)).toBe("calls_one_text_conversation");
  });

  it("hold back what asks to begin another, until it is over", async () => {
    const contact = await createContact(fixture.liveCtx, CreateContact.parse(newContact()));
    await (await inboundText(contact))();
    const input = CreateCall.parse({ agent_id: fixture.agentId, channel: "sms", to: contact.phone });
    expect(await startCall(fixture.liveCtx, input, carrierFor)).toMatchObject({
      status: "blocked",
      reasons: [{ code: "call_in_progress" }],
    });
  });
});

describe("a conversation that is over before its first text was heard", () => {
  it("is not begun again, and the text is done with", async () => {
    const contact = await createContact(fixture.liveCtx, CreateContact.parse(newContact()));
    const take = await inboundText(contact);
    const inbound = async () =>
      (await fixture.listTexts(contact.id)).find(({ direction }) => direction === "inbound");
    const before = await inbound();
    await take();
    // As a worker leaves it that dies between the greeting and the words, while the carrier refuses the greeting.
    await writeUnaudited(fixture.liveCtx, {
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
