import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { createContact, readContact } from "@/lib/contacts/contacts";
import { CreateContact } from "@/lib/contacts/contacts/schema";
import { createCampaign } from "@/lib/outreach/campaigns";
import { CreateCampaign } from "@/lib/outreach/campaigns/schema";
import { systemCtx } from "@/lib/platform/context/make";
import { db } from "@/lib/platform/db";
import { apiOf, type Json, type Send } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { runImport, sweepImports } from "./index";
import { interruptImport } from "./testing/interrupted-import";

let space: TestWorkspace;
let ask: Send;
beforeAll(async () => {
  space = await makeWorkspace();
  ask = apiOf(space);
});

let numbers = 0;
const someNumber = () => `+1212${5_000_000 + numbers++}`;
const DAY_MS = 24 * 3_600_000;
const PATH = "/v1/contacts/imports";

const job = (signal?: AbortSignal) =>
  systemCtx(space.workspaceId, "import.run", signal === undefined ? {} : { signal });
const later = (ms: number) =>
  systemCtx(space.workspaceId, "imports.sweep", { clock: { now: () => new Date(Date.now() + ms) } });

async function send(raw: string, query = "", type = "text/csv"): Promise<string> {
  const { json, text } = await ask("POST", `${PATH}${query}`, { raw, headers: { "content-type": type } });
  if (typeof json.id !== "string") throw new Error(text);
  return json.id;
}
const read = async (id: string): Promise<Json> => (await ask("GET", `${PATH}/${id}`)).json;
async function importFile(raw: string, query = "", type?: string): Promise<Json & { id: string }> {
  const id = await send(raw, query, type);
  await runImport(job(), id);
  return { ...(await read(id)), id };
}
const download = (id: string, role: "viewer" | "builder" = "builder") =>
  ask("GET", `${PATH}/${id}/rejected`, { role });
const recordsOf = (text: string): string[][] => parse(text, { relax_column_count: true });
const rejectedRecords = async (id: string) => recordsOf((await download(id)).text);
const readContactJson = async (phone: string) =>
  (await ask("GET", `/v1/contacts/${encodeURIComponent(phone)}`)).json;
const partsOf = (id: string) =>
  space
    .ctx()
    .db.all(
      db
        .selectFrom("import_rejected_parts")
        .select(["part", "sealed"])
        .where("workspace_id", "=", space.workspaceId)
        .where("import_id", "=", id),
    );
const keysOf = (id: string) =>
  space
    .ctx()
    .db.all(
      db
        .selectFrom("subject_keys")
        .select("subject_id")
        .where("workspace_id", "=", space.workspaceId)
        .where("subject_id", "=", id),
    );
const auditOf = (id: string) =>
  space
    .ctx()
    .db.all(
      db
        .selectFrom("audit_events")
        .select(["action", "after"])
        .where("workspace_id", "=", space.workspaceId)
        .where("target", "=", id)
        .orderBy("seq"),
    );

describe("a file with valid and invalid rows", () => {
  it("imports the valid rows, and returns the others as they were sent, with reasons", async () => {
    const [a, b] = [someNumber(), someNumber()];
    const file = [
      "Phone;Full name;Time zone;Shoe size",
      `${a};Nora Nobody;;42`,
      "=1+1;SecretName;Mars/Olympus;43",
      `'${b};Boris;;`,
      `not a number;"One; ""two""";;;surplus`,
    ].join("\n");
    const report = await importFile(file);
    expect(report).toMatchObject({
      status: "completed",
      on_invalid: "skip",
      rows: 4,
      created: 2,
      updated: 0,
      merged: 0,
      rejected: 2,
      error_count: 4,
      rejected_file: { expires_at: expect.any(String) },
    });
    expect(JSON.stringify(report)).not.toMatch(/SecretName|Mars|surplus/);
    expect(await readContactJson(a)).toMatchObject({ name: "Nora Nobody", attributes: { shoe_size: "42" } });
    expect(await readContactJson(b)).toMatchObject({ name: "Boris" });
    const answer = await download(report.id);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    expect(Buffer.byteLength(answer.text)).toBe((report.rejected_file as { bytes: number }).bytes);
    expect(recordsOf(answer.text)).toEqual([
      ["line", "error", "Phone", "Full name", "Time zone", "Shoe size"],
      [
        "3",
        "Phone: This cell is a formula. Write the number itself, as text. Time zone: This is not a time zone. Use an IANA time zone such as America/New_York.",
        ...["'=1+1", "SecretName", "Mars/Olympus", "43"],
      ],
      [
        "5",
        "The row has more cells than the header. Remove the extra cells, or name them in the header. Phone: This is not a phone number. Write digits, such as +12125550123.",
        ...["not a number", 'One; "two"', "", "", "surplus"],
      ],
    ]);
    const [part] = await partsOf(report.id);
    expect(part?.sealed.includes("SecretName")).toBe(false);
  });

  it("reports the field of each column", async () => {
    const file = `Mobile,Surname,Company,Notes,Id\n${someNumber()},Nobody,Acme,secret,\n${someNumber()},,Acme,,7\n`;
    expect((await importFile(file, "?mapping=Notes:ignore")).columns).toEqual([
      { column: "Mobile", field: "phone", source: "header", values: 2 },
      { column: "Surname", field: "last_name", source: "header", values: 1 },
      { column: "Company", field: "attributes.company", source: "header", values: 2 },
      { column: "Notes", field: "ignore", source: "mapping", values: 1 },
      { column: "Id", field: "attributes.id", source: "default", values: 1 },
    ]);
  });

  it("gives attested consents and campaign places to imported rows alone, and logs counts alone", async () => {
    const agent = await createAgent(
      space.ctx(),
      CreateAgent.parse({ name: "A", type: "voice", voice_id: "builtin:slt", prompt: "p" }),
    );
    const campaign = await createCampaign(
      space.ctx(),
      CreateCampaign.parse({ name: "C", agent_id: agent.id }),
    );
    const [a, b] = [someNumber(), someNumber()];
    await createContact(space.ctx(), CreateContact.parse({ phone: b }));
    const attested = "attest=true&consent_source=Fair&consents=informational:call";
    const file = `phone,timezone,attributes.mark\n${a},,SecretMark\n${b},Mars/Olympus,SecretMark\n`;
    const report = await importFile(file, `?campaign_id=${campaign.id}&${attested}`);
    expect(report).toMatchObject({ created: 1, rejected: 1 });
    expect((await readContact(space.ctx(), a)).consent["informational:call"].state).toBe("granted");
    expect(await readContact(space.ctx(), b)).toMatchObject({
      attributes: {},
      consent: { "informational:call": { state: "unknown" } },
    });
    expect((await ask("GET", `/v1/campaigns/${campaign.id}`)).json).toMatchObject({ counts: { total: 1 } });
    await download(report.id);
    const events = await auditOf(report.id);
    expect(events.map(({ action }) => action)).toEqual([
      "import.created",
      "contacts.imported",
      "import.rejected_rows_downloaded",
    ]);
    expect(events.at(1)?.after).toMatchObject({ rows: 2, created: 1, rejected: 1 });
    expect(JSON.stringify(events)).not.toMatch(/SecretMark|Mars/);
  });

  it("rejects rows whose contact would have too many attributes, and imports the others", async () => {
    const [full, free] = [someNumber(), someNumber()];
    const attributes = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`a${i}`, "x"]));
    await createContact(space.ctx(), CreateContact.parse({ phone: full, attributes }));
    const file = `phone,attributes.more\n${full},1\n${free},2\n${full},3\n`;
    const report = await importFile(file);
    expect(report).toMatchObject({ created: 1, updated: 0, merged: 0, rejected: 2, error_count: 2 });
    expect(report.errors).toMatchObject([
      { row: 2, code: "too_many" },
      { row: 4, code: "too_many" },
    ]);
    expect((await rejectedRecords(report.id)).map(([line]) => line)).toEqual(["line", "2", "4"]);
    expect(await readContactJson(full)).toMatchObject({ attributes });
    expect(await readContactJson(free)).toMatchObject({ attributes: { more: "2" } });
    expect(await importFile(file, "?on_invalid=reject")).toMatchObject({ status: "failed", created: 0 });
  });

  it("can be corrected and sent again, without columns for the position and the reason", async () => {
    const [a, b] = [someNumber(), someNumber()];
    const first = await importFile(`phone,name\n'${a},=A\n${b.slice(2)},=B\n`);
    const { text } = await download(first.id);
    const corrected = text.replace(`,${b.slice(2)},`, `,'${b},`);
    const second = await importFile(corrected);
    expect(second).toMatchObject({ status: "completed", created: 1, rejected: 0 });
    expect(second.columns).toMatchObject([
      { column: "line", field: "ignore" },
      { column: "error", field: "ignore" },
      { column: "phone", field: "phone" },
      { column: "name", field: "name" },
    ]);
    expect(await readContactJson(b)).toMatchObject({ name: "=B" });
    const repeated = await importFile(text);
    expect((await rejectedRecords(repeated.id))[0]).toEqual(["line", "error", "phone", "name"]);
  });

  it("in JSON is returned as CSV with its keys", async () => {
    const a = someNumber();
    const file = [{ phone: a, Company: "Acme" }, { phone: "x", tags: ["y"] }, "no number"];
    const report = await importFile(JSON.stringify(file), "", "application/json");
    expect(report).toMatchObject({ created: 1, rejected: 2 });
    expect(await rejectedRecords(report.id)).toEqual([
      ["line", "error", "phone", "Company", "tags"],
      ["2", expect.stringContaining("phone: "), "x", "", '["y"]'],
      ["3", expect.stringContaining("phone: "), "no number", "", ""],
    ]);
  });

  it("of many parts is returned whole", async () => {
    const rows = Array.from({ length: 6_000 }, (_, i) => `nobody ${i},${"x".repeat(40)}`);
    const report = await importFile(`phone,name\n${someNumber()},\n${rows.join("\n")}\n`);
    expect(report).toMatchObject({ created: 1, rejected: 6_000, error_count: 6_000 });
    expect((await partsOf(report.id)).length).toBeGreaterThan(1);
    const records = await rejectedRecords(report.id);
    expect(records).toHaveLength(6_001);
    expect(records.at(-1)?.slice(2)).toEqual(["nobody 5999", "x".repeat(40)]);
  });

  it("fails with its rows to download if none is valid, and without columns if it has no header", async () => {
    const report = await importFile("phone\nnobody\n");
    expect(report).toMatchObject({ status: "failed", rejected: 1, created: 0 });
    expect(await rejectedRecords(report.id)).toHaveLength(2);
    const headless = await importFile("Nora Nobody,+12125550123\n");
    expect(headless).toMatchObject({ status: "failed", columns: [], rejected: 0, rejected_file: null });
  });

  it("that ends in the middle leaves no rows to download, and done again it returns them", async () => {
    const list = Array.from({ length: 3_500 }, someNumber);
    await createContact(space.ctx(), CreateContact.parse({ phone: list[2_000] }));
    const id = await send(`phone\nnobody\n${list.join("\n")}\n`);
    await interruptImport({ run: (signal) => runImport(job(signal), id), read: () => read(id) });
    expect([await partsOf(id), await keysOf(id)]).toEqual([[], []]);
    await runImport(job(), id);
    await runImport(job(), id);
    expect(await read(id)).toMatchObject({
      status: "completed",
      created: 3_499,
      updated: 1,
      rejected: 1,
    });
    expect(await rejectedRecords(id)).toHaveLength(2);
  });
});

describe("the file of rejected rows", () => {
  it("needs the role that imports, opens in its own environment, and is 409 without rejected rows", async () => {
    const { id } = await importFile(`phone\n${someNumber()}\nnobody\n`);
    expect((await download(id, "viewer")).status).toBe(403);
    expect((await ask("GET", `${PATH}/${id}/rejected`, { environment: "test" })).status).toBe(404);
    const whole = await importFile(`phone\n${someNumber()}\n`);
    expect((await download(whole.id)).json).toMatchObject({ status: 409, code: "invalid_state" });
  });

  it("is deleted with its key after three days, and the import still counts the rows", async () => {
    const { id } = await importFile(`phone\n${someNumber()}\nnobody\n`);
    await sweepImports(later(2 * DAY_MS));
    expect((await download(id)).status).toBe(200);
    await sweepImports(later(4 * DAY_MS));
    expect([await partsOf(id), await keysOf(id)]).toEqual([[], []]);
    expect((await download(id)).status).toBe(409);
    expect(await read(id)).toMatchObject({ rejected: 1, rejected_file: null });
  });
});
