import { Readable } from "node:stream";
import { beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { createContact, readContact, suppressContact } from "@/lib/contacts/contacts";
import { CreateContact } from "@/lib/contacts/contacts/schema";
import { createCampaign } from "@/lib/outreach/campaigns";
import { CreateCampaign } from "@/lib/outreach/campaigns/schema";
import { systemCtx } from "@/lib/platform/context/make";
import { db, writeUnaudited } from "@/lib/platform/db";
import { type Answer, apiOf, type Send } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { runImport, sweepImports } from "./index";
import { interruptImport } from "./testing/interrupted-import";
import { MAX_FILE } from "./values";

let space: TestWorkspace;
let ask: Send;
beforeAll(async () => {
  space = await makeWorkspace();
  ask = apiOf(space);
});

let numbers = 0;
const someNumber = () => `+1212${4_000_000 + numbers++}`;
const CSV = { "content-type": "text/csv" };

const send = (raw: string | Buffer, query = "", path = "/v1/contacts/imports"): Promise<Answer> =>
  ask("POST", `${path}${query}`, { raw: raw as string, headers: CSV });
const job = (signal?: AbortSignal) =>
  systemCtx(space.workspaceId, "import.run", signal === undefined ? {} : { signal });
const idOf = ({ json, text }: Answer): string => {
  if (typeof json.id !== "string") throw new Error(text);
  return json.id;
};

/** Uploads a file, runs its job, and returns the import. */
async function importFile(raw: string | Buffer, query = "", path = "/v1/contacts/imports") {
  const id = idOf(await send(raw, query, path));
  await runImport(job(), id);
  return (await ask("GET", `${path}/${id}`)).json;
}
const chunksOf = (id: unknown) =>
  space
    .ctx()
    .db.all(
      db
        .selectFrom("import_chunks")
        .select("part")
        .where("workspace_id", "=", space.workspaceId)
        .where("import_id", "=", String(id)),
    );
const auditOf = (target: unknown) =>
  space
    .ctx()
    .db.all(
      db
        .selectFrom("audit_events")
        .select(["action", "actor_type", "after"])
        .where("workspace_id", "=", space.workspaceId)
        .where("target", "=", String(target))
        .orderBy("seq"),
    );
const readContactJson = async (phone: string) =>
  (await ask("GET", `/v1/contacts/${encodeURIComponent(phone)}`)).json;

describe("an import of contacts", () => {
  it("answers 202 with where to look, and then takes every row in", async () => {
    const [a, b] = [someNumber(), someNumber()];
    const file = `phone,name,timezone,attributes.plan\n${a},Nora Nobody,Asia/Kolkata,gold\n${b},,,\n`;
    const answer = await send(file);
    expect([answer.status, answer.headers.get("location")]).toEqual([
      202,
      `/v1/contacts/imports/${answer.json.id}`,
    ]);
    expect(answer.json).toMatchObject({
      status: "queued",
      kind: "contacts",
      format: "csv",
      bytes: file.length,
    });
    const id = idOf(answer);
    expect(await chunksOf(id)).toHaveLength(1);
    await runImport(job(), id);
    await runImport(job(), id);
    expect((await ask("GET", `/v1/contacts/imports/${id}`)).json).toMatchObject({
      status: "completed",
      rows: 2,
      done: 2,
      created: 2,
      updated: 0,
      merged: 0,
      error_count: 0,
      errors: [],
    });
    expect(await readContactJson(a)).toMatchObject({
      name: "Nora Nobody",
      timezone: "Asia/Kolkata",
      timezone_source: "provided",
      attributes: { plan: "gold" },
      consent: { "informational:call": { state: "unknown" } },
    });
    expect(await readContactJson(b)).toMatchObject({ name: null, timezone_source: "number" });
    expect(await chunksOf(id)).toEqual([]);
    const events = await auditOf(id);
    expect(events).toMatchObject([
      { action: "import.created" },
      { action: "contacts.imported", actor_type: "key", after: { rows: 2, created: 2 } },
    ]);
    expect(JSON.stringify(events)).not.toContain("Nora");
    const { json } = await ask("GET", "/v1/contacts/imports?limit=1");
    expect(json.data).toMatchObject([{ id, status: "completed" }]);
  });

  it("imports nothing if a row is wrong and the sender wants that, and tells each without its values", async () => {
    const [a, b] = [someNumber(), someNumber()];
    const file = `phone,name,timezone\n${a},Fine,\n=1+1,SecretName,\n${b},Zone,Mars/Olympus\n2125550199,NoCountry,\n`;
    const report = await importFile(file, "?on_invalid=reject");
    expect(report).toMatchObject({
      status: "failed",
      rows: 4,
      created: 0,
      on_invalid: "reject",
      rejected: 0,
      rejected_file: null,
      error_count: 3,
      errors: [
        { row: 3, column: "phone", code: "formula" },
        { row: 4, column: "timezone", code: "unknown_timezone" },
        { row: 5, column: "phone", code: "no_country" },
      ],
    });
    expect(JSON.stringify(report)).not.toMatch(/SecretName|Mars|2125550199/);
    expect(await readContactJson(a)).toMatchObject({ status: 404 });
    expect(await chunksOf(report.id)).toEqual([]);
    expect((await auditOf(report.id)).map(({ action }) => action)).toEqual(["import.created"]);
  });

  it("keeps the first thousand errors and counts all", async () => {
    const report = await importFile(`phone\n${"nonsense\n".repeat(1_200)}`);
    expect(report).toMatchObject({ status: "failed", error_count: 1_200 });
    expect(report.errors).toHaveLength(1_000);
  });

  it("merges rows of one number, the later value first, and what a contact has already", async () => {
    const [a, b] = [someNumber(), someNumber()];
    const input = { phone: b, name: "Old", attributes: { kept: "yes", plan: "tin" } };
    await createContact(space.ctx(), CreateContact.parse(input));
    const file = `phone,name,attributes.plan,attributes.city\n${a},First,gold,\n${b},,silver,Oslo\n${a},Second,,Rome\n`;
    expect(await importFile(file)).toMatchObject({
      rows: 3,
      created: 1,
      updated: 1,
      merged: 1,
      merges: [{ rows: [2, 4] }],
    });
    expect(await readContactJson(a)).toMatchObject({
      name: "Second",
      attributes: { plan: "gold", city: "Rome" },
    });
    expect(await readContactJson(b)).toMatchObject({
      name: "Old",
      attributes: { kept: "yes", plan: "silver", city: "Oslo" },
    });
  });

  it("writes consents of the file and of the importer, and never over a revocation", async () => {
    const [a, b, c] = [someNumber(), someNumber(), someNumber()];
    const revoked = { purpose: "informational", channel: "call", granted: false, source: "said so" };
    await createContact(space.ctx(), CreateContact.parse({ phone: c, consents: [revoked] }));
    const query = "?attest=true&consent_source=Spring%20fair&consents=informational:call,informational:text";
    const file = `phone,consent.informational.call,consent_source,consent_at\n${a},,,\n${b},revoked,letter,2026-01-05\n${c},,,\n`;
    expect(await importFile(file, query)).toMatchObject({ status: "completed" });
    const granted = { state: "granted", source: "Spring fair" };
    const consentOf = async (phone: string) => (await readContact(space.ctx(), phone)).consent;
    expect(await consentOf(a)).toMatchObject({
      "informational:call": granted,
      "informational:text": granted,
    });
    expect(await consentOf(b)).toMatchObject({
      "informational:call": { state: "revoked", source: "letter", at: "2026-01-05T00:00:00.000Z" },
      "informational:text": granted,
    });
    expect(await consentOf(c)).toMatchObject({
      "informational:call": { state: "revoked" },
      "informational:text": granted,
    });
    const { json } = await ask("GET", `/v1/contacts/${encodeURIComponent(b)}/consents`);
    expect(json.data).toMatchObject([
      { channel: "text", attested_by: expect.stringMatching(/^key_/), import_id: expect.any(String) },
      { channel: "call", attested_by: null, import_id: expect.any(String) },
    ]);
  });

  it("leaves suppressed numbers suppressed", async () => {
    const a = someNumber();
    await suppressContact(space.ctx(), a, { channels: ["call"], reason: "asked" });
    await importFile(`phone\n${a}\n`);
    expect(await readContactJson(a)).toMatchObject({ suppression: { channels: ["call"] } });
  });

  it("puts contacts into a campaign with their variables", async () => {
    const agent = await createAgent(
      space.ctx(),
      CreateAgent.parse({ name: "A", type: "voice", voice_id: "builtin:slt", prompt: "p" }),
    );
    const campaign = await createCampaign(
      space.ctx(),
      CreateCampaign.parse({ name: "C", agent_id: agent.id }),
    );
    const [a, b] = [someNumber(), someNumber()];
    const file = `phone,variables.day\n${a},2026-12-01\n${b},\n${a},\n`;
    expect(await importFile(file, `?campaign_id=${campaign.id}`)).toMatchObject({
      status: "completed",
      campaign_id: campaign.id,
    });
    expect((await ask("GET", `/v1/campaigns/${campaign.id}`)).json).toMatchObject({
      counts: { total: 2, pending: 2 },
    });
    await ask("POST", `/v1/campaigns/${campaign.id}/cancel`);
    expect((await send(file, `?campaign_id=${campaign.id}`)).json).toMatchObject({ code: "invalid_state" });
  });

  it("reads JSON as it reads CSV", async () => {
    const [a, b] = [someNumber(), someNumber()];
    const consents = [{ purpose: "informational", channel: "text", granted: true, source: "form" }];
    const body = [{ phone: a, name: "Zoë", attributes: { n: 1 }, consents }, b];
    const id = idOf(await ask("POST", "/v1/contacts/imports", { body }));
    await runImport(job(), id);
    expect((await ask("GET", `/v1/contacts/imports/${id}`)).json).toMatchObject({
      format: "json",
      created: 2,
    });
    expect(await readContactJson(a)).toMatchObject({
      name: "Zoë",
      attributes: { n: 1 },
      consent: { "informational:text": { state: "granted", source: "form" } },
    });
  });
});

describe("a file", () => {
  it("of more than 25 MiB is refused, announced or not, and nothing of it stays", async () => {
    const announced = await ask("POST", "/v1/contacts/imports", {
      raw: "phone\n",
      headers: { ...CSV, "content-length": String(MAX_FILE + 1) },
    });
    expect(announced.json).toMatchObject({ status: 413, code: "payload_too_large" });
    const row = Buffer.from(`+12125550123,${"x".repeat(1_000)}\n`);
    async function* endless() {
      for (let sent = 0; sent <= MAX_FILE; sent += row.length) yield row;
    }
    const raw = Readable.toWeb(Readable.from(endless())) as unknown as BodyInit;
    const streamed = await ask("POST", "/v1/contacts/imports", { raw, headers: CSV });
    expect(streamed.json).toMatchObject({ status: 413, code: "payload_too_large" });
    const [left] = await space
      .ctx()
      .db.all(
        db
          .selectFrom("import_chunks as c")
          .leftJoin("imports as i", "i.id", "c.import_id")
          .select("c.import_id")
          .where("c.workspace_id", "=", space.workspaceId)
          .where("i.id", "is", null),
      );
    expect(left).toBeUndefined();
  });

  it("that is empty, or sent with what does not fit together, is a 400", async () => {
    const [file, wrong] = [
      "phone\n+12125550123\n",
      [
        ["", "?"],
        ["x", "?attest=true"],
        ["x", "?consents=informational:call"],
        ["x", "?attest=true&consents=informational:fax&consent_source=x"],
        ["x", "?country=Germany"],
        ["x", "?mapping=a:b"],
        ["x", "?on_invalid=perhaps"],
      ] as const,
    ];
    for (const [raw, query] of wrong)
      expect([query, (await send(raw === "" ? "" : file, query)).status]).toEqual([query, 400]);
  });

  it("sent again under its key is not taken in twice; another one, or with another query, is refused", async () => {
    const repeated = { headers: { ...CSV, "idempotency-key": "file-1" } };
    const first = await ask("POST", "/v1/contacts/imports", { raw: "phone\n+12125550123\n", ...repeated });
    const second = await ask("POST", "/v1/contacts/imports", { raw: "phone\n+12125550123\n", ...repeated });
    expect([second.status, second.json.id]).toEqual([202, first.json.id]);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    const different = await ask("POST", "/v1/contacts/imports", {
      raw: "phone\n+12125550124\n",
      ...repeated,
    });
    const query = await ask("POST", "/v1/contacts/imports?country=US", {
      raw: "phone\n+12125550123\n",
      ...repeated,
    });
    expect([different.status, query.status]).toEqual([422, 422]);
  });

  it("that was never sent to its end goes with the sweep, and one that is being sent stays", async () => {
    const rowOf = (import_id: string) => ({
      workspace_id: space.workspaceId,
      import_id,
      part: 0,
      sealed: Buffer.from("x"),
    });
    const [old, young] = [`imp_${"0".repeat(26)}`, `imp_${"z".repeat(26)}`];
    await writeUnaudited(space.ctx(), {
      run: [
        db.insertInto("import_chunks").values(rowOf(old)),
        db.insertInto("import_chunks").values(rowOf(young)),
      ],
    });
    await sweepImports(job());
    expect([await chunksOf(old), await chunksOf(young)]).toEqual([[], [{ part: 0 }]]);
  });
});

describe("two at once", () => {
  it("with the same numbers both end, and each number is one contact", async () => {
    const list = Array.from({ length: 1_500 }, someNumber);
    const file = (order: readonly string[], name: string) =>
      `phone,name\n${order.map((phone) => `${phone},${name}`).join("\n")}\n`;
    const ids = [idOf(await send(file(list, "One"))), idOf(await send(file([...list].reverse(), "Two")))];
    await Promise.all(ids.map((id) => runImport(job(), id)));
    // One that found the other at work asked to come again.
    for (const id of ids) await runImport(job(), id);
    const done = await Promise.all(ids.map((id) => ask("GET", `/v1/contacts/imports/${id}`)));
    const sums = done.map(({ json }) => [json.status, json.created, json.updated]);
    expect(sums.sort()).toEqual([
      ["completed", 0, 1_500],
      ["completed", 1_500, 0],
    ]);
  });

  it("one that ends in the middle leaves nothing, and done again takes all in", async () => {
    const list = Array.from({ length: 3_500 }, someNumber);
    const [first = ""] = list;
    await createContact(space.ctx(), CreateContact.parse({ phone: list[2_000] }));
    const id = idOf(await send(`phone\n${list.join("\n")}\n`));
    await interruptImport({
      run: (signal) => runImport(job(signal), id),
      read: async () => (await ask("GET", `/v1/contacts/imports/${id}`)).json,
    });
    expect(await readContactJson(first)).toMatchObject({ status: 404 });
    expect((await chunksOf(id)).length).toBeGreaterThan(0);
    await runImport(job(), id);
    expect((await ask("GET", `/v1/contacts/imports/${id}`)).json).toMatchObject({
      status: "completed",
      created: 3_499,
      updated: 1,
    });
    expect(await readContactJson(first)).toMatchObject({ phone: first });
  });
});

describe("a do-not-call list", () => {
  const PATH = "/v1/suppressions/imports";

  it("suppresses its numbers, contacts or not, until it runs out", async () => {
    const [a, b] = [someNumber(), someNumber()];
    await createContact(space.ctx(), CreateContact.parse({ phone: a }));
    const query = "?list=Register&channels=call&reason=National%20register&expires_at=2099-01-01T00:00:00Z";
    expect(await importFile(`phone\n${a}\n${b}\n${a}\n`, query, PATH)).toMatchObject({
      status: "completed",
      kind: "suppressions",
      created: 2,
      updated: 0,
      merged: 1,
    });
    expect(await readContactJson(a)).toMatchObject({
      suppression: { channels: ["call"], source: "list", reason: "National register" },
    });
    expect(await readContactJson(b)).toMatchObject({ status: 404 });
    await importFile(`phone\n${b}\n`);
    expect(await readContactJson(b)).toMatchObject({ suppression: { source: "list" } });
  });

  it("only adds: sent again with less, it neither frees a channel nor ends sooner", async () => {
    const a = someNumber();
    await importFile(`phone\n${a}\n`, "?list=Ours", PATH);
    const less = "?list=Ours&channels=text&expires_at=2099-01-01T00:00:00Z";
    expect(await importFile(`phone\n${a}\n`, less, PATH)).toMatchObject({ created: 0, updated: 1 });
    const row = await space
      .ctx()
      .db.first(
        db
          .selectFrom("suppressions")
          .select(["channels", "expires_at"])
          .where("workspace_id", "=", space.workspaceId)
          .where("list", "=", "Ours"),
      );
    expect(row).toEqual({ channels: ["call", "text"], expires_at: null });
  });

  it("is none of the imports of contacts, and ends ahead of now", async () => {
    const report = await importFile(`phone\n${someNumber()}\n`, "?list=Other", PATH);
    expect((await ask("GET", `/v1/contacts/imports/${report.id}`)).status).toBe(404);
    expect((await send("phone\n+1\n", "?expires_at=2020-01-01T00:00:00Z", PATH)).status).toBe(400);
  });
});
