import iconv from "iconv-lite";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { apiOf, type Json, type Send } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { MAX_PREVIEW_FILE } from "./values";

let space: TestWorkspace;
let ask: Send;
beforeAll(async () => {
  space = await makeWorkspace();
  ask = apiOf(space);
});

const PATH = "/v1/contacts/imports/preview";
const send = (raw: string | Buffer, query = "", type = "text/csv") =>
  ask("POST", `${PATH}${query}`, { raw: raw as string, headers: { "content-type": type } });
const preview = async (raw: string | Buffer, query?: string, type?: string): Promise<Json> =>
  (await send(raw, query, type)).json;

describe("a preview", () => {
  it("shows the columns with suggested fields, the first rows, and why rows are invalid", async () => {
    const file =
      "First name;Surname;Mobile;Company\nNora;Nobody;(212) 555-0123;Acme\nBo;;nobody;\nCy;;212 555 0124;\n";
    expect(await preview(file, "?country=US")).toEqual({
      format: "csv",
      encoding: "utf-8",
      delimiter: ";",
      columns: [
        { column: "First name", field: "first_name", source: "header", values: 3, attribute: "first_name" },
        { column: "Surname", field: "last_name", source: "header", values: 1, attribute: "surname" },
        { column: "Mobile", field: "phone", source: "header", values: 3, attribute: "mobile" },
        { column: "Company", field: "attributes.company", source: "header", values: 1, attribute: "company" },
      ],
      sample: [
        { row: 2, values: ["Nora", "Nobody", "(212) 555-0123", "Acme"] },
        { row: 3, values: ["Bo", "", "nobody", ""] },
        { row: 4, values: ["Cy", "", "212 555 0124", ""] },
      ],
      rows: 3,
      valid: 2,
      invalid: 1,
      merged: 0,
      merges: [],
      is_complete: true,
      reasons: [
        {
          column: "Mobile",
          code: "not_a_number",
          reason: "number_invalid",
          message: "This is not a phone number. Write digits, such as +12125550123.",
          count: 1,
          first_row: 3,
        },
      ],
      problem: null,
    });
    expect(await preview(file)).toMatchObject({ valid: 0, reasons: [{ code: "no_country", count: 2 }, {}] });
  });

  it("lists the rows of one number, which are merged", async () => {
    const file = "phone,name\n+12125550123,Ann\n+12125550124,Bo\n+1 (212) 555-0123,Ann Lee\n";
    expect(await preview(file)).toMatchObject({ rows: 3, merged: 1, merges: [{ rows: [2, 4] }] });
  });

  it("shows a file without a column of numbers, so that one can be mapped", async () => {
    const file = "Rufnummer,Name\n+12125550123,Zoë\n";
    expect(await preview(file)).toMatchObject({
      columns: [{ column: "Rufnummer", field: "attributes.rufnummer" }, { field: "name" }],
      sample: [{ values: ["+12125550123", "Zoë"] }],
      valid: 0,
      problem: { code: "no_phone_column" },
    });
    expect(await preview(file, "?mapping=Rufnummer:phone")).toMatchObject({ valid: 1, problem: null });
    expect(await preview(file, "?mapping=Tel:phone")).toMatchObject({
      columns: [{ column: "Rufnummer" }, { column: "Name" }],
      problem: { code: "no_such_column", column: "Tel" },
    });
  });

  it("names the encoding, and reads JSON", async () => {
    const text = "phone,name\n+12125550123,Zoë Müller\n";
    expect(await preview(iconv.encode(text, "windows-1252"))).toMatchObject({
      encoding: expect.stringMatching(/1252|8859/),
      sample: [{ values: ["+12125550123", "Zoë Müller"] }],
    });
    expect(await preview(iconv.encode(text, "utf-16le", { addBOM: true }))).toMatchObject({
      encoding: "utf-16le",
      valid: 1,
    });
    const json = JSON.stringify([{ phone: "+12125550123", attributes: { plan: "gold" } }, "+12125550124"]);
    expect(await preview(json, "", "application/json")).toMatchObject({
      format: "json",
      delimiter: null,
      columns: [{ column: "phone" }, { column: "attributes", field: "attributes" }],
      sample: [{ values: ["+12125550123", '{"plan":"gold"}'] }, { values: ["+12125550124", ""] }],
      valid: 2,
    });
  });

  it("reads the first part of a larger file, wherever it is cut", async () => {
    const file = Buffer.from('phone,name\n+12125550123,"Zoë\nMüller"\n+12125550124,"Zoë\nMüller"\n');
    for (let end = 45; end < file.length; end++)
      expect(await preview(file.subarray(0, end), "?partial=true")).toMatchObject({
        encoding: "utf-8",
        rows: 1,
        valid: 1,
        is_complete: false,
        problem: null,
      });
    const json = Buffer.from('[{"phone":"+12125550123","name":"Zoë"},{"phone":"+12125550124","name":"Zoë"}]');
    for (let end = 42; end < json.length - 1; end++)
      expect(await preview(json.subarray(0, end), "?partial=true", "application/json")).toMatchObject({
        valid: expect.any(Number),
        is_complete: false,
        problem: null,
      });
    expect(await preview(file.subarray(0, 60))).toMatchObject({ problem: { code: "malformed" } });
  });

  it("checks some thousand rows, takes at most 1 MiB, and refuses an empty file", async () => {
    const manyRows = `phone\n${"+12125550123\n".repeat(6_000)}`;
    const first = await preview(manyRows);
    expect(first).toMatchObject({ valid: first.rows, is_complete: false });
    // A busy machine reaches the limit of time first.
    expect(first.rows).toBeGreaterThan(0);
    expect(first.rows).toBeLessThanOrEqual(5_000);
    const large = await send(`phone\n${"x".repeat(MAX_PREVIEW_FILE)}`);
    expect(large.json).toMatchObject({ status: 413 });
    expect((await send("")).status).toBe(400);
    expect(await preview("phone\n")).toMatchObject({ rows: 0, problem: { code: "empty" } });
  });

  it("stores nothing, and needs the role that imports", async () => {
    await preview("phone\n+12125550123\n");
    const stored = (table: "imports" | "import_chunks" | "contacts") =>
      space
        .ctx()
        .db.all(db.selectFrom(table).select("workspace_id").where("workspace_id", "=", space.workspaceId));
    expect([await stored("imports"), await stored("import_chunks"), await stored("contacts")]).toEqual([
      [],
      [],
      [],
    ]);
    const refused = await ask("POST", PATH, {
      raw: "phone\n+12125550123\n",
      role: "viewer",
      headers: { "content-type": "text/csv" },
    });
    expect(refused.status).toBe(403);
  });
});
