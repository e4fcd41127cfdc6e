import { beforeAll, describe, expect, it } from "vitest";
import { createContact } from "@/lib/contacts/contacts";
import { CreateContact } from "@/lib/contacts/contacts/schema";
import type { Ctx } from "@/lib/platform/context";
import { subjectSealer, workspaceIndexer } from "@/lib/platform/crypto";
import { db, writeUnaudited } from "@/lib/platform/db";
import { apiOf, type Json, type Send } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import {
  optOutStatements,
  readCurrentConsents,
  readSuppressions,
  suppressStatement,
  undoOptOutStatements,
} from "./index";

let space: TestWorkspace;
let ask: Send;
let ctx: Ctx;
beforeAll(async () => {
  space = await makeWorkspace();
  ask = apiOf(space);
  ctx = space.ctx();
});

let numbers = 0;
const someNumber = () => `+1212${4_000_000 + numbers++}`;
const make = (input: object = {}) =>
  createContact(ctx, CreateContact.parse({ phone: someNumber(), ...input }));
const hashOf = async (phone: string) => (await workspaceIndexer(space.workspaceId)).hash("number", phone);
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const actions = async (target: string) =>
  (
    await ctx.db.all(
      db.selectFrom("audit_events").select(["action", "after"]).where("target", "=", target).orderBy("seq"),
    )
  ).map(({ action }) => action);

describe("the ledger", () => {
  const grant = { purpose: "telemarketing", channel: "text", granted: true, source: "web form" };
  const add = async (id: string, entry: object) =>
    (await ask("POST", `/v1/contacts/${id}/consents`, { body: entry })).json;
  const stateOf = async (id: string, key = "telemarketing:text") =>
    ((await ask("GET", `/v1/contacts/${id}`)).json.consent as Record<string, Json>)[key];

  it("keeps who entered what and where from, the latest first, and never changes it", async () => {
    const { id } = await make();
    const first = await add(id, { ...grant, wording: "Yes, call me.", evidence: "ticked at 10", at: ago(3) });
    const second = await add(id, { ...grant, granted: false, at: ago(1) });
    const late = await add(id, { ...grant, source: "paper", at: ago(2) });
    const { json } = await ask("GET", `/v1/contacts/${id}/consents`);
    expect((json.data as Json[]).map((entry) => entry.id)).toEqual([second.id, late.id, first.id]);
    expect((json.data as Json[])[2]).toMatchObject({
      wording: "Yes, call me.",
      evidence: "ticked at 10",
      actor: { type: "key" },
      call_id: null,
    });
    const change = db.updateTable("consents").set({ granted: true }).where("contact_id", "=", id);
    await expect(writeUnaudited(ctx, { run: [change] })).rejects.toThrow();
    expect(await actions(id)).toEqual(["contact.created", ...Array(3).fill("consent.changed")]);
  });

  it("counts the latest moment: a grant that is dated back does not beat a later revocation", async () => {
    const { id } = await make();
    expect(await stateOf(id)).toMatchObject({ state: "unknown" });
    await add(id, { ...grant, granted: false, at: ago(1) });
    await add(id, { ...grant, at: ago(2) });
    expect(await stateOf(id)).toMatchObject({ state: "revoked", at: expect.any(String) });
    await add(id, grant);
    expect(await stateOf(id)).toMatchObject({ state: "granted", source: "web form" });
    expect(await stateOf(id, "telemarketing:call")).toMatchObject({ state: "unknown" });
  });

  it("counts the last of entries of one moment", async () => {
    const at = ago(1);
    const { consent } = await make({
      consents: [
        { ...grant, at },
        { ...grant, granted: false, at },
      ],
    });
    expect(consent["telemarketing:text"]).toMatchObject({ state: "revoked" });
  });

  it("takes nothing that lies ahead", async () => {
    const { id } = await make();
    expect(await add(id, { ...grant, at: ago(-24) })).toMatchObject({
      status: 400,
      details: [{ pointer: "/at", code: "in_the_future" }],
    });
  });

  it("is read of many contacts in one query, those without an entry included", async () => {
    const [some, none] = [await make({ consents: [grant] }), await make()];
    const states = await readCurrentConsents(ctx.db, ctx, [some.id, none.id]);
    expect(states.get(some.id)?.["telemarketing:text"].state).toBe("granted");
    expect(Object.values(states.get(none.id) ?? {}).map(({ state }) => state)).toEqual(
      Array(6).fill("unknown"),
    );
  });
});

describe("a suppression", () => {
  const put = (ref: string, body: object = {}, more: object = {}) =>
    ask("PUT", `/v1/contacts/${ref}/suppression`, { body, ...more });
  const lift = (ref: string, more: object = {}) => ask("DELETE", `/v1/contacts/${ref}/suppression`, more);
  const suppress = async (phone: string, source: "keyword" | "list" | "spoken_opt_out", more: object = {}) =>
    writeUnaudited(ctx, {
      run: [
        suppressStatement(ctx, [await hashOf(phone)], {
          source,
          channels: ["call", "text"],
          reason: "",
          ...more,
        }),
      ],
    });

  it("holds a number before it is a contact, and is written once", async () => {
    const phone = someNumber();
    const first = await put(phone, { channels: ["text"], reason: "Asked by mail." });
    expect(first.json).toEqual({
      channels: ["text"],
      reason: "Asked by mail.",
      source: "request",
      since: expect.any(String),
    });
    expect((await put(phone, { channels: ["text"], reason: "Asked by mail." })).json).toEqual(first.json);
    expect((await make({ phone })).suppression).toEqual(first.json);
    const target = `number:${(await hashOf(phone)).toString("hex").slice(0, 16)}`;
    expect(await actions(target)).toEqual(["contact.suppressed"]);
    const audit = await ctx.db.all(
      db.selectFrom("audit_events").select("after").where("target", "=", target),
    );
    expect(JSON.stringify(audit)).not.toContain("mail");
  });

  it("is of one environment", async () => {
    const phone = someNumber();
    await put(phone);
    expect((await make({ phone })).suppression).not.toBeNull();
    const testing = space.ctx("owner", "test");
    expect((await createContact(testing, CreateContact.parse({ phone }))).suppression).toBeNull();
    const now = ctx.now();
    expect(await readSuppressions(testing.db, testing, [await hashOf(phone)], now)).toEqual(new Map());
  });

  it("that was asked for is lifted by a builder, once", async () => {
    const { id } = await make();
    await put(id);
    expect((await lift(id, { role: "builder" })).status).toBe(204);
    expect((await lift(id, { role: "builder" })).status).toBe(204);
    expect((await ask("GET", `/v1/contacts/${id}`)).json.suppression).toBeNull();
    expect(await actions(id)).toEqual(["contact.created", "contact.suppressed", "contact.unsuppressed"]);
  });

  it.each(["keyword", "spoken_opt_out", "list"] as const)(
    "by %s is no builder's to undo, and an admin's only after a consent with evidence",
    async (source) => {
      const { id, phone } = await make();
      const consent = { purpose: "informational", channel: "call", granted: true, source: "call back" };
      await suppress(phone, source);
      await put(id);
      const refused = await lift(id, { role: "builder" });
      expect(refused.json).toMatchObject({ status: 403, code: "forbidden" });
      if (source === "keyword") expect(refused.json.detail).toContain("START");
      for (const input of [consent, { ...consent, evidence: "letter", at: ago(1) }]) {
        await ask("POST", `/v1/contacts/${id}/consents`, { body: input });
        expect((await lift(id)).json).toMatchObject({ status: 409, code: "invalid_state" });
      }
      expect((await ask("GET", `/v1/contacts/${id}`)).json.suppression).toMatchObject({ source });
      await ask("POST", `/v1/contacts/${id}/consents`, { body: { ...consent, evidence: "letter" } });
      expect((await lift(id, { role: "builder" })).status).toBe(403);
      expect((await lift(id, { role: "admin" })).status).toBe(204);
      expect((await ask("GET", `/v1/contacts/${id}`)).json.suppression).toBeNull();
    },
  );

  it("ends when it expires, and every source counts until then", async () => {
    const { id, phone } = await make();
    await put(id, { channels: ["text"], reason: "mail" });
    await suppress(phone, "list", { list: "national", channels: ["call"], expiresAt: ago(-1) });
    await suppress(phone, "list", { list: "old", channels: ["call", "text"], expiresAt: ago(1) });
    const hash = await hashOf(phone);
    const at = async (now: string) =>
      (await readSuppressions(ctx.db, ctx, [hash], now)).get(hash.toString("hex"));
    expect(await at(ctx.now())).toMatchObject({ channels: ["call", "text"], source: "list" });
    expect(await at(ago(-2))).toMatchObject({ channels: ["text"], source: "request", reason: "mail" });
  });

  it("that is spoken takes the contact's consents back with it", async () => {
    const { id, phone } = await make({
      consents: [{ purpose: "informational", channel: "call", granted: true, source: "form", at: ago(1) }],
    });
    const sealer = await subjectSealer(space.workspaceId, id);
    const callId = "call_00000000000000000000000000";
    const optOut = { hash: await hashOf(phone), callId, contact: { id, sealer } };
    await writeUnaudited(ctx, { run: optOutStatements(ctx, optOut) });
    const { json } = await ask("GET", `/v1/contacts/${id}`);
    expect(json.suppression).toMatchObject({ channels: ["call", "text"], source: "spoken_opt_out" });
    expect(json.consent).toMatchObject({
      "informational:call": { state: "revoked", source: "spoken_opt_out" },
      "telemarketing:text": { state: "revoked" },
      "recording:call": { state: "unknown" },
    });
  });

  it("that is taken back lifts what its own call suppressed, and grants what was granted before", async () => {
    const { id, phone } = await make({
      consents: [{ purpose: "informational", channel: "call", granted: true, source: "form", at: ago(1) }],
    });
    const sealer = await subjectSealer(space.workspaceId, id);
    const hash = await hashOf(phone);
    const of = (callId: string) => ({ hash, callId, contact: { id, sealer } });
    const [first, second] = [of("call_00000000000000000000000001"), of("call_00000000000000000000000002")];
    const stateOf = async () => (await ask("GET", `/v1/contacts/${id}`)).json;
    await writeUnaudited(ctx, { run: optOutStatements(ctx, first) });
    await writeUnaudited(ctx, { run: undoOptOutStatements(ctx, first) });
    expect(await stateOf()).toMatchObject({
      suppression: null,
      consent: {
        "informational:call": { state: "granted", source: "took_back_spoken_opt_out" },
        "telemarketing:text": { state: "revoked", source: "took_back_spoken_opt_out" },
      },
    });
    await writeUnaudited(ctx, { run: optOutStatements(ctx, first) });
    await writeUnaudited(ctx, { run: optOutStatements(ctx, second) });
    await writeUnaudited(ctx, { run: undoOptOutStatements(ctx, second) });
    expect(await stateOf()).toMatchObject({
      suppression: { source: "spoken_opt_out" },
      consent: { "informational:call": { state: "revoked" } },
    });
  });
});
