import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { updateAgent } from "@/lib/agents/agents";
import { UpdateAgent } from "@/lib/agents/agents/schema";
import { deleteCall, placeLegalHold } from "@/lib/calls/calls";
import { CreateCall } from "@/lib/calls/calls/schema";
import { type CallFixture, createCallFixture, VARIABLES } from "@/lib/calls/calls/testing/call-fixture";
import { createContact, deleteContact } from "@/lib/contacts/contacts";
import { CreateContact } from "@/lib/contacts/contacts/schema";
import { sweepRetention } from "@/lib/data/retention";
import { startCall } from "@/lib/outreach/dialing";
import type { Ctx, Role } from "@/lib/platform/context";
import { db, insertMany, writeUnaudited } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { closeHub } from "@/lib/platform/live";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { createComment, deleteComment, listComments, updateComment } from ".";
import { MAX_COMMENTS } from "./create";
import { CreateComment, ListComments, UpdateComment } from "./schema";

/** A busy machine needs longer than the second that is the default. */
const PATIENCE = { timeout: 20_000 };

const SECRET = "4415 2290";
const DAY_S = 86_400;
const NOT_FOUND = { code: "not_found" };
const FORBIDDEN = { code: "forbidden" };

let fixture: CallFixture;
let agentId: string;
beforeAll(async () => {
  fixture = await createCallFixture();
  agentId = await fixture.agent({ variables: VARIABLES });
});
afterAll(closeHub);

const post = (ctx: Ctx, callId: string, input: object) =>
  createComment(ctx, callId, CreateComment.parse(input));
const list = async (callId: string, query: object = {}) =>
  (await listComments(fixture.space.ctx("viewer"), callId, ListComments.parse(query))).data;
const textsOn = async (callId: string) => (await list(callId)).map(({ text }) => text);
const rowsOn = (callId: string) =>
  fixture.rows.all(db.selectFrom("call_comments").select("id").where("call_id", "=", callId));
const noCarrier = (): never => {
  throw new Error("No carrier is asked.");
};
async function endedCall(extra: object = {}, agent = agentId): Promise<string> {
  const input = CreateCall.parse({ agent_id: agent, channel: "chat", ...extra });
  const { id } = await startCall(fixture.ctx, input, noCarrier);
  await fixture.say(id, SECRET);
  await fixture.end(id);
  return id;
}
async function memberCtx(role: Role): Promise<Ctx> {
  const { id } = await fixture.space.member(role);
  return fixture.space.ctxAs({ type: "member", id, role });
}

describe("comments on a call", () => {
  it("have an author, a position and times, and are listed oldest first", async () => {
    const call = await endedCall();
    const writtenAt = fixture.now();
    const first = await post(fixture.ctx, call, { text: "Good opening.", turn_index: 1 });
    fixture.advanceClock(60);
    const key = fixture.space.ctxAs({ type: "key", id: newId("key"), role: "builder" });
    await post(key, call, { text: "Imported score: 4.", offset_ms: 2_500 });
    expect(first).toEqual({
      id: first.id,
      call_id: call,
      text: "Good opening.",
      turn_index: 1,
      offset_ms: null,
      author: { type: "member", id: fixture.ctx.actor.id },
      created_at: writtenAt,
      edited_at: null,
    });
    const page = await listComments(fixture.ctx, call, ListComments.parse({ limit: 1 }));
    expect(page.data).toEqual([first]);
    const nextPage = await list(call, { cursor: page.next_cursor });
    expect(nextPage).toMatchObject([
      {
        text: "Imported score: 4.",
        turn_index: null,
        offset_ms: 2_500,
        author: { type: "key", id: key.actor.id },
      },
    ]);
  });

  it("are masked like the call's notes, while the call runs and later", async () => {
    const { id: call } = await fixture.startCall(agentId);
    await fixture.say(call, SECRET);
    await post(fixture.ctx, call, { text: `Gave ${SECRET} at once.` });
    await post(fixture.ctx, call, { text: "A calm caller." });
    const [running = "", harmless] = await textsOn(call);
    expect(running).not.toMatch(/4415|2290/);
    expect(harmless).toBe("A calm caller.");
    await fixture.end(call);
    expect(await textsOn(call)).toEqual(["Gave [account_number] at once.", "A calm caller."]);
  });

  it("never store a payment card, and store their text sealed", async () => {
    const call = await endedCall();
    await post(fixture.ctx, call, { text: "Read out 4111 1111 1111 1111." });
    expect(await textsOn(call)).toEqual(["Read out [payment_card]."]);
    const rows = await fixture.rows.all(
      db.selectFrom("call_comments").selectAll().where("call_id", "=", call),
    );
    expect(rows[0]?.text.toString("latin1")).not.toContain("Read out");
  });

  it("are changed by their author only, and keep one position", async () => {
    const call = await endedCall();
    const [author, admin] = [await memberCtx("builder"), await memberCtx("admin")];
    const { id: comment } = await post(author, call, { text: "Too fast.", turn_index: 3 });
    const params = { id: call, comment };
    const change = (ctx: Ctx, input: object) => updateComment(ctx, params, UpdateComment.parse(input));
    await expect(change(admin, { text: "No." })).rejects.toMatchObject(FORBIDDEN);
    expect(await change(author, { offset_ms: 900 })).toMatchObject({
      text: "Too fast.",
      turn_index: null,
      offset_ms: 900,
      edited_at: null,
    });
    expect(await change(author, { offset_ms: null, text: "Too slow." })).toMatchObject({
      text: "Too slow.",
      turn_index: null,
      offset_ms: null,
      edited_at: fixture.now(),
    });
    const parsed = UpdateComment.safeParse({ turn_index: 1, offset_ms: 1 });
    expect(parsed.error?.issues.map(({ path }) => path)).toEqual([["offset_ms"]]);
  });

  it("are deleted by their author or an admin", async () => {
    const call = await endedCall();
    const [author, other, admin] = [
      await memberCtx("builder"),
      await memberCtx("builder"),
      await memberCtx("admin"),
    ];
    const [one, two] = [
      await post(author, call, { text: "One." }),
      await post(author, call, { text: "Two." }),
    ];
    await expect(deleteComment(other, { id: call, comment: one.id })).rejects.toMatchObject(FORBIDDEN);
    await deleteComment(author, { id: call, comment: one.id });
    await deleteComment(admin, { id: call, comment: two.id });
    await expect(deleteComment(admin, { id: call, comment: two.id })).rejects.toMatchObject(NOT_FOUND);
    expect(await rowsOn(call)).toEqual([]);
  });

  it("of an API key can be changed and deleted by any key, as keys are replaced", async () => {
    const call = await endedCall();
    const keyCtx = () => fixture.space.ctxAs({ type: "key", id: newId("key"), role: "builder" });
    const [former, present] = [keyCtx(), keyCtx()];
    const { id: comment } = await post(former, call, { text: "Score 3." });
    const params = { id: call, comment };
    await expect(updateComment(fixture.ctx, params, { text: "Score 5." })).rejects.toMatchObject(FORBIDDEN);
    expect(await updateComment(present, params, { text: "Score 4." })).toMatchObject({ text: "Score 4." });
    await deleteComment(present, params);
    expect(await rowsOn(call)).toEqual([]);
  });

  it("are in the audit log without their text", async () => {
    const call = await endedCall();
    const { id: comment } = await post(fixture.ctx, call, { text: "Zyzzyva.", turn_index: 2 });
    await updateComment(fixture.ctx, { id: call, comment }, { text: "Xylocarp." });
    await deleteComment(fixture.ctx, { id: call, comment });
    const events = await fixture.rows.all(
      db
        .selectFrom("audit_events")
        .select(["action", "before", "after"])
        .where("target", "=", comment)
        .orderBy("seq"),
    );
    const view = { environment: "live", call_id: call, turn_index: 2, offset_ms: null };
    expect(events).toEqual([
      { action: "comment.created", before: null, after: view },
      { action: "comment.updated", before: view, after: { ...view, text_changed: true } },
      { action: "comment.deleted", before: view, after: null },
    ]);
  });

  it("are at most 200 on one call", async () => {
    const call = await endedCall();
    const { id } = await post(fixture.ctx, call, { text: "The first." });
    const [row] = await fixture.rows.all(db.selectFrom("call_comments").selectAll().where("id", "=", id));
    if (row === undefined) throw new Error("The comment is not stored.");
    const copies = Array.from({ length: MAX_COMMENTS - 2 }, () => ({ ...row, id: newId("cmt") }));
    await writeUnaudited(fixture.ctx, { run: [insertMany("call_comments", copies)] });
    const attempts = ["one", "two", "three"].map((text) => post(fixture.ctx, call, { text }));
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "conflict", message: "A call has at most 200 comments. Delete one first." },
    });
    expect(await rowsOn(call)).toHaveLength(MAX_COMMENTS);
  });

  it("of another environment's call are not found", async () => {
    const { id: call } = await fixture.startCall(agentId, {}, "test");
    const testCtx = fixture.space.ctx("builder", "test");
    const { id: comment } = await post(testCtx, call, { text: "A test." });
    for (const attempt of [
      () => post(fixture.ctx, call, { text: "Live." }),
      () => list(call),
      () => updateComment(fixture.ctx, { id: call, comment }, { text: "Live." }),
      () => deleteComment(fixture.ctx, { id: call, comment }),
    ])
      await expect(attempt()).rejects.toMatchObject(NOT_FOUND);
    const liveCall = await endedCall();
    await expect(deleteComment(fixture.ctx, { id: liveCall, comment })).rejects.toMatchObject(NOT_FOUND);
  });
});

describe("comments end with the content of their call", () => {
  const GONE = { code: "invalid_state" };

  it("when its transcript expires, unless a legal hold keeps both; then the call takes no more", async () => {
    const agent = await fixture.agent({ variables: VARIABLES, transcript: { retention_days: 30 } });
    const [expiring, held] = [await endedCall({}, agent), await endedCall({}, agent)];
    for (const call of [expiring, held]) await post(fixture.ctx, call, { text: "Worth keeping?" });
    await placeLegalHold(fixture.space.ctx("owner"), held, { reason: "A case." });
    fixture.advanceClock(29 * DAY_S);
    await sweepRetention(fixture.space.ctx("owner"));
    expect(await textsOn(expiring)).toEqual(["Worth keeping?"]);
    fixture.advanceClock(2 * DAY_S);
    await expect(post(fixture.ctx, expiring, { text: "Too late." })).rejects.toMatchObject({
      ...GONE,
      message: expect.stringContaining("retention period"),
    });
    await sweepRetention(fixture.space.ctx("owner"));
    expect(await rowsOn(expiring)).toEqual([]);
    expect(await textsOn(held)).toEqual(["Worth keeping?"]);
    await post(fixture.ctx, held, { text: "Still held." });
    expect(await rowsOn(held)).toHaveLength(2);
  });

  it("when the call settles for an agent that keeps no transcript", async () => {
    const agent = await fixture.agent({ transcript: { enabled: false }, recording: { enabled: false } });
    const contact = await createContact(fixture.ctx, CreateContact.parse({ phone: "+12125550177" }));
    const input = CreateCall.parse({ agent_id: agent, channel: "chat", contact_id: contact.id });
    const { id: call } = await startCall(fixture.ctx, input, noCarrier);
    await post(fixture.ctx, call, { text: "During the call." });
    await fixture.end(call);
    expect((await fixture.read(call)).settled_at).not.toBeNull();
    expect(await rowsOn(call)).toEqual([]);
    await expect(post(fixture.ctx, call, { text: "Afterwards." })).rejects.toMatchObject(GONE);
  });

  it("when the agent stops keeping transcripts while the call runs", async () => {
    const agent = await fixture.agent();
    const { id: call } = await fixture.startCall(agent);
    await post(fixture.ctx, call, { text: "During the call." });
    const off = UpdateAgent.parse({ transcript: { enabled: false }, recording: { enabled: false } });
    await updateAgent(fixture.space.ctx("owner"), agent, off);
    await fixture.end(call);
    expect(await rowsOn(call)).toEqual([]);
  });

  it("also when a comment is written during an erasure, which it waits for", async () => {
    const contact = await createContact(fixture.ctx, CreateContact.parse({ phone: "+12125550179" }));
    const call = await endedCall({ contact_id: contact.id });
    const admin = await adminOfThisDatabase();
    await admin.query("begin");
    await admin.query("select from contacts where id = $1 for update", [contact.id]);
    const writing = post(fixture.ctx, call, { text: "Just in time?" });
    // It can be refused before the answer of the commit, and must then have a handler.
    const refused = expect(writing).rejects.toMatchObject({
      ...GONE,
      message: expect.stringContaining("erased"),
    });
    await vi.waitFor(async () => {
      const { rows } = await admin.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(rows).not.toEqual([]);
    }, PATIENCE);
    await admin.query("update calls set erased_at = now() where id = $1", [call]);
    await admin.query("commit");
    await refused;
    expect(await rowsOn(call)).toEqual([]);
    await admin.end();
  });

  it("when the call or its contact is deleted", async () => {
    const contact = await createContact(fixture.ctx, CreateContact.parse({ phone: "+12125550178" }));
    const [own, theirs] = [await endedCall(), await endedCall({ contact_id: contact.id })];
    for (const call of [own, theirs]) await post(fixture.ctx, call, { text: "A remark." });
    await deleteCall(fixture.space.ctx("owner"), own);
    await deleteContact(fixture.space.ctx("owner"), contact.id);
    for (const call of [own, theirs]) expect(await rowsOn(call)).toEqual([]);
    expect(await list(theirs)).toEqual([]);
    await expect(post(fixture.ctx, theirs, { text: "More." })).rejects.toMatchObject(GONE);
  });
});
