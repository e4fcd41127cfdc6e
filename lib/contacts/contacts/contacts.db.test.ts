import { beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { apiOf, type Send } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { createContact, findOrCreateContactsByNumber, parseNumber, readContact, rekeyContact } from "./index";
import { CONTACT_COLUMNS, presentContacts } from "./present-contacts";
import { CreateContact } from "./schema";

let space: TestWorkspace;
let otherWorkspace: TestWorkspace;
let ask: Send;
let ctx: Ctx;
beforeAll(async () => {
  space = await makeWorkspace();
  otherWorkspace = await makeWorkspace();
  ask = apiOf(space);
  ctx = space.ctx();
});

let numbers = 0;
/** A number that is no contact yet. */
const someNumber = () => `+1212${3_000_000 + numbers++}`;
const make = (input: object = {}, by: Ctx = ctx) =>
  createContact(by, CreateContact.parse({ phone: someNumber(), ...input }));
const idsOf = (json: object): string[] => (json as { data: { id: string }[] }).data.map(({ id }) => id);
const auditOf = async (target: string) =>
  ctx.db.all(
    db
      .selectFrom("audit_events")
      .select(["action", "before", "after"])
      .where("workspace_id", "=", space.workspaceId)
      .where("target", "=", target)
      .orderBy("seq"),
  );

describe("a contact", () => {
  it("whose key an erasure replaces while it is read is shown as it is then", async () => {
    const { id, phone } = await make({ name: "Nora Larkspur", attributes: { plan: "gold" } });
    const read = () => ctx.db.all(db.selectFrom("contacts").select(CONTACT_COLUMNS).where("id", "=", id));
    const rowsBefore = await read();
    await writeUnaudited(ctx, (tx) => rekeyContact(tx, ctx, id));
    expect((await read())[0]?.number.equals(rowsBefore[0]?.number ?? Buffer.alloc(0))).toBe(false);
    expect(await presentContacts(ctx, rowsBefore)).toMatchObject([
      { id, phone, name: "Nora Larkspur", attributes: { plan: "gold" } },
    ]);
  });

  it("is kept in E.164 with what its number says, and shown with what it allows", async () => {
    const { status, json, headers } = await ask("POST", "/v1/contacts", {
      body: {
        phone: "+1 (212) 555-0123",
        name: "José Núñez",
        attributes: { plan: "gold", card: "4111 1111 1111 1111" },
        consents: [
          {
            purpose: "informational",
            channel: "call",
            granted: true,
            source: "web form",
            evidence: "ticked",
          },
        ],
      },
    });
    expect(status).toBe(201);
    expect(headers.get("location")).toBe(`/v1/contacts/${json.id}`);
    const unknown = { state: "unknown", source: null, at: null };
    expect(json).toMatchObject({
      phone: "+12125550123",
      name: "José Núñez",
      timezone: "America/New_York",
      timezone_source: "number",
      region: "US-NY",
      attributes: { plan: "gold", card: "[payment_card]" },
      suppression: null,
      consent: {
        "informational:call": { state: "granted", source: "web form" },
        "informational:text": unknown,
        "recording:call": unknown,
      },
      legal_hold: null,
    });
    for (const path of [
      `/v1/contacts/${json.id}`,
      "/v1/contacts/+12125550123",
      "/v1/contacts/%2B12125550123",
    ])
      expect((await ask("GET", path)).json).toEqual(json);
  });

  it("tells the log and the table nothing of who it is", async () => {
    const contact = await make({ name: "Xaver Quillfeather", attributes: { note: "Quillfeather" } });
    const row = await ctx.db.first(db.selectFrom("contacts").selectAll().where("id", "=", contact.id));
    const storedJson = JSON.stringify([row, await auditOf(contact.id)], (_, value) =>
      value?.type === "Buffer" ? Buffer.from(value.data).toString("latin1") : value,
    );
    expect(storedJson).not.toContain("Quillfeather");
    expect(storedJson).not.toContain(contact.phone.slice(2));
    expect(await auditOf(contact.id)).toMatchObject([{ action: "contact.created" }]);
  });

  it.each([
    ["212 555 0123", "no_country"],
    ["+1212555", "too_short"],
    ["+15551234567", "not_given_out"],
    ["nobody", "not_a_number"],
    ["+1 212 555 0123 ext. 9", "has_extension"],
  ])("is refused with the number %s, which is not repeated", async (phone, code) => {
    const { status, json, text } = await ask("POST", "/v1/contacts", { body: { phone } });
    expect(status).toBe(400);
    expect(json.details).toMatchObject([{ in: "body", pointer: "/phone", code }]);
    expect(text).not.toContain(phone);
  });

  it("names everything that is wrong at once", async () => {
    const consent = { purpose: "recording", channel: "call", granted: true, source: "form" };
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const { json } = await ask("POST", "/v1/contacts", {
      body: { phone: "12", consents: [consent, { ...consent, at }] },
    });
    expect((json.details as { pointer: string }[]).map(({ pointer }) => pointer)).toEqual([
      "/phone",
      "/consents/1/at",
    ]);
  });

  it("is created once per number by concurrent requests, and the others get its ID", async () => {
    const phone = someNumber();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => ask("POST", "/v1/contacts", { body: { phone } })),
    );
    const created = answers.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    for (const { status, json } of answers.filter((answer) => answer !== created[0])) {
      expect([status, json.code]).toEqual([409, "conflict"]);
      expect(json.detail).toContain(created[0]?.json.id);
    }
    // No key is left of those that lost.
    const keys = await ctx.db.all(
      db.selectFrom("subject_keys").select("subject_id").where("subject_id", "like", "ctc_%"),
    );
    const contacts = await ctx.db.all(db.selectFrom("contacts").select("id"));
    expect(keys.map((key) => key.subject_id).sort()).toEqual(contacts.map(({ id }) => id).sort());
  });

  it("does not exist in another workspace or environment, where the number is free", async () => {
    const phone = someNumber();
    const { id } = await make({ phone });
    for (const by of [space.ctx("owner", "test"), otherWorkspace.ctx()]) {
      await expect(readContact(by, id)).rejects.toMatchObject({ code: "not_found" });
      await expect(readContact(by, phone)).rejects.toMatchObject({ code: "not_found" });
      expect((await make({ phone }, by)).id).not.toBe(id);
    }
  });
});

describe("a change", () => {
  const patch = async (id: string, body: object) => (await ask("PATCH", `/v1/contacts/${id}`, { body })).json;

  it("merges attributes, takes away what is null, and leaves the rest", async () => {
    const { id } = await make({ name: "Ada", attributes: { plan: "gold", visits: 3 } });
    expect(await patch(id, { attributes: { plan: null, vip: true } })).toMatchObject({
      name: "Ada",
      attributes: { visits: 3, vip: true },
    });
    expect(await patch(id, { name: null })).toMatchObject({ name: null });
    expect(
      (await auditOf(id)).map(({ action, after }) => [action, (after as { changed?: [] }).changed]),
    ).toEqual([
      ["contact.created", undefined],
      ["contact.updated", ["attributes"]],
      ["contact.updated", ["name"]],
    ]);
  });

  it("sets a time zone, and goes back to the number's", async () => {
    const { id } = await make();
    expect(await patch(id, { timezone: "Asia/Kolkata" })).toMatchObject({
      timezone: "Asia/Kolkata",
      timezone_source: "provided",
    });
    expect(await patch(id, { timezone: null })).toMatchObject({
      timezone: "America/New_York",
      timezone_source: "number",
    });
    expect(await patch(id, { timezone: "Mars/Olympus" })).toMatchObject({ status: 400 });
    expect(await patch(id, { phone: someNumber() })).toMatchObject({ status: 400 });
  });

  it("of nothing leaves no trace", async () => {
    const { id } = await make({ name: "Ada" });
    await patch(id, { name: "Ada" });
    await patch(id, {});
    expect(await auditOf(id)).toHaveLength(1);
  });
});

describe("the list", () => {
  const list = async (query: string) => idsOf((await ask("GET", `/v1/contacts?${query}`)).json);

  it("finds a number in any form, and words of a name in any case and accent", async () => {
    const { id } = await make({ phone: "+12125550177", name: "Zoë Ünal-Łukasz" });
    const { id: namesake } = await make({ name: "Zoe Mustermann" });
    for (const q of ["+12125550177", "(212) 555-0177", "1 212 555 0177", "212.555.0177"])
      expect(await list(`q=${encodeURIComponent(q)}`)).toEqual([id]);
    expect(await list("q=ZOE")).toEqual([namesake, id]);
    expect(await list(`q=${encodeURIComponent("unal zoë")}`)).toEqual([id]);
    expect(await list("q=zo")).toEqual([]);
    expect(await list("q=%2B12125550999")).toEqual([]);
    expect((await ask("GET", "/v1/contacts?q=%21%3F")).json).toMatchObject({ status: 400 });
  });

  it("shows whom a suppression holds, and the others", async () => {
    const [held, free] = [await make({ name: "Pairfilter One" }), await make({ name: "Pairfilter Two" })];
    await ask("PUT", `/v1/contacts/${held.id}/suppression`, { body: { channels: ["text"], reason: "" } });
    expect(await list("q=pairfilter&suppressed=true")).toEqual([held.id]);
    expect(await list("q=pairfilter&suppressed=false")).toEqual([free.id]);
  });

  it("pages newest first without a gap", async () => {
    const createdIds = [];
    for (let i = 0; i < 5; i++) createdIds.push((await make({ name: "Pagewalker" })).id);
    const listedIds: string[] = [];
    let cursor: unknown = "";
    while (cursor !== null) {
      const { json } = await ask("GET", `/v1/contacts?q=pagewalker&limit=2${cursor && `&cursor=${cursor}`}`);
      listedIds.push(...idsOf(json));
      cursor = json.next_cursor;
    }
    expect(listedIds).toEqual(createdIds.reverse());
  });
});

describe("many at once", () => {
  const parsed = (e164: string) => {
    const read = parseNumber(e164);
    if (!read.ok) throw new Error(read.code);
    return read.number;
  };

  it("are found or made, each once, also by two who want the same", async () => {
    const existing = await make();
    const requestedNumbers = [existing.phone, ...Array.from({ length: 20 }, someNumber)].map(parsed);
    const [a, b] = await Promise.all([
      writeUnaudited(ctx, (tx) => findOrCreateContactsByNumber(tx, ctx, requestedNumbers)),
      writeUnaudited(ctx, (tx) => findOrCreateContactsByNumber(tx, ctx, [...requestedNumbers].reverse())),
    ]);
    expect(a.get(existing.phone)).toMatchObject({ id: existing.id, created: false });
    for (const { e164 } of requestedNumbers) {
      expect(a.get(e164)?.id).toBe(b.get(e164)?.id);
      expect((await readContact(ctx, e164)).id).toBe(a.get(e164)?.id);
    }
    const created = [...a.values(), ...b.values()].filter((row) => row.created);
    expect(created).toHaveLength(20);
  });
});

describe("deleting", () => {
  it("destroys the key and the ledger, and leaves the suppression without its reason", async () => {
    const contact = await make({
      consents: [{ purpose: "recording", channel: "call", granted: true, source: "form" }],
    });
    const path = `/v1/contacts/${contact.id}`;
    await ask("PUT", `${path}/suppression`, { body: { channels: ["call"], reason: "Ada asked." } });
    expect((await ask("DELETE", path)).status).toBe(204);
    expect((await ask("DELETE", path)).status).toBe(404);
    expect((await ask("GET", path)).status).toBe(404);
    const [keys, consents] = await ctx.db.batch(
      db.selectFrom("subject_keys").select("subject_id").where("subject_id", "=", contact.id),
      db.selectFrom("consents").select("id").where("contact_id", "=", contact.id),
    );
    expect([keys, consents]).toEqual([[], []]);
    expect(await make({ phone: contact.phone })).toMatchObject({
      suppression: { channels: ["call"], reason: "", source: "request" },
    });
  });

  it("waits for a legal hold", async () => {
    const { id } = await make();
    await writeUnaudited(ctx, {
      run: [db.updateTable("contacts").set({ legal_hold: "a lawsuit" }).where("id", "=", id)],
    });
    expect((await ask("DELETE", `/v1/contacts/${id}`)).json).toMatchObject({ status: 409, code: "conflict" });
    expect((await readContact(ctx, id)).legal_hold).toBe("a lawsuit");
  });
});
