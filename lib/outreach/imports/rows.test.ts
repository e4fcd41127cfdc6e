import iconv from "iconv-lite";
import { expect, it } from "vitest";
import { checkRow, type RowRules } from "./check-row";
import { readCsvRows } from "./csv-rows";
import { decodeText, detectEncoding } from "./encoding";
import { FileColumns } from "./file-columns";
import type { FileRow } from "./file-row";
import { readJsonRows } from "./json-rows";

const RULES: RowRules = { now: "2026-11-21T12:00:00.000Z" };

const columnsOf = (mapping: Record<string, string> = {}) =>
  new FileColumns({ mapping: new Map(Object.entries(mapping)), kind: "contacts" });

/** Bytes as a file has them, in pieces that end anywhere. */
const bytesOf = (file: Buffer, size = 7) =>
  async function* (): AsyncGenerator<Buffer> {
    for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
  };

async function all(rows: AsyncGenerator<FileRow>): Promise<FileRow[]> {
  const parsedRows: FileRow[] = [];
  for await (const row of rows) parsedRows.push(row);
  return parsedRows;
}

async function csv(file: Buffer | string, mapping: Record<string, string> = {}, size?: number) {
  const bytes = bytesOf(Buffer.from(file as string), size);
  const rows = readCsvRows(decodeText(bytes, await detectEncoding(bytes, null)), columnsOf(mapping));
  return (await all(rows)).map(({ row, cells }) => [
    row,
    Object.fromEntries(cells.map(({ field, value }) => [field, value])),
  ]);
}

const json = (text: string, size?: number) =>
  all(readJsonRows(bytesOf(Buffer.from(text), size)(), columnsOf()));

/** The problems of a row with these cells. */
function problemsOf(cells: Record<string, unknown>, rules: Partial<RowRules> = {}): string[] {
  const problems: string[] = [];
  const row = {
    row: 2,
    surplus: false,
    original: cells,
    cells: Object.entries(cells).map(([field, value], index) => ({ field, column: field, index, value })),
  };
  checkRow(row, { ...RULES, ...rules }, ({ column, code }) => problems.push(`${column} ${code}`));
  return problems;
}

it.each([
  ["commas", "phone,name\n+12125550123,Zoë\n"],
  ["semicolons", "phone;name\r\n+12125550123;Zoë\r\n"],
  ["tabs", "phone\tname\n+12125550123\tZoë"],
  ["bars", "phone|name\n+12125550123|Zoë"],
  ["a byte order mark", "\ufeffphone,name\n+12125550123,Zoë\n"],
  ["quotes", '"phone" , "name"\n"+12125550123" , "Zoë"\n'],
])("a file with %s is read, wherever its pieces end", async (_, text) => {
  for (const size of [1, 3, 1_000])
    expect(await csv(text, {}, size)).toEqual([[2, { phone: "+12125550123", name: "Zoë" }]]);
});

it.each(["windows-1252", "utf-16le", "utf-16be", "utf-8"])("a file in %s is read", async (encoding) => {
  const text = 'phone;name;attributes.note\n+12125550123;"Zoë Müller";"Grüße, 5 € – ok"\n';
  for (const addBOM of [false, ...(encoding === "windows-1252" ? [] : [true])])
    expect(await csv(iconv.encode(text, encoding, { addBOM }), {}, 1_000)).toEqual([
      [2, { phone: "+12125550123", name: "Zoë Müller", "attributes.note": "Grüße, 5 € – ok" }],
    ]);
});

it("line breaks and delimiters in quotes belong to their cell, and empty rows count but are left out", async () => {
  const text = 'name,phone\n\n"Nora ""N.""\nNobody, Dr.",+12125550123\n,,\nNo,+12125550124\n';
  expect(await csv(text)).toEqual([
    [3, { name: 'Nora "N."\nNobody, Dr.', phone: "+12125550123" }],
    [5, { name: "No", phone: "+12125550124" }],
  ]);
});

it("a file that cannot be told is refused, without its values", async () => {
  const refusals = [
    ["name,age\nNora,3\n", "no_phone_column", 1],
    ['phone,name\n+1,"a"b\n', "malformed", 2],
    ['phone,name\n+1,"never closed\n', "malformed", 2],
  ] as const;
  for (const [text, code, row] of refusals)
    await expect(csv(text, {}, 1_000)).rejects.toMatchObject({ problem: { code, row } });
  await expect(csv("phone\n1\n", { Tel: "phone" })).rejects.toMatchObject({
    problem: { code: "no_such_column", column: "Tel" },
  });
  await expect(csv("phone,Mobile\n1,2\n", { Mobile: "phone", phone: "phone" })).rejects.toMatchObject({
    problem: { code: "column_twice", column: "Mobile" },
  });
  const twoNames = { Name: "name", First: "first_name" };
  await expect(csv("phone,Name,First\n1,2,3\n", twoNames)).rejects.toMatchObject({
    problem: { code: "column_twice" },
  });
  const wide = `phone${",c".repeat(200)}\n`;
  await expect(csv(wide)).rejects.toMatchObject({ problem: { code: "too_many_columns" } });
  const long = `phone,name\n+1,"${"x".repeat(600_000)}"\n`;
  await expect(csv(long, {}, 50_000)).rejects.toMatchObject({ problem: { code: "malformed" } });
});

it("a mapping says what columns hold, and other columns become attributes", async () => {
  const mapping = { "Tel. no": "phone", Kunde: "attributes.customer", phone: "ignore" };
  expect(await csv("Tel. no,Kunde,phone,Shoe size\n+12125550123,7,old,42\n", mapping)).toEqual([
    [2, { phone: "+12125550123", "attributes.customer": "7", ignore: "old", "attributes.shoe_size": "42" }],
  ]);
});

it("columns without a header are named by their position, and empty ones at the end are left out", async () => {
  expect(await csv("phone,,name,,\n+12125550123,x,Zoë,,\n")).toEqual([
    [2, { phone: "+12125550123", "attributes.column_2": "x", name: "Zoë" }],
  ]);
});

it("the guard of a formula is removed from a cell, and no other apostrophe is", async () => {
  expect(await csv("phone,name,note\n'+12125550123,'=1+1,'s Gravenhage\n")).toEqual([
    [2, { phone: "+12125550123", name: "=1+1", "attributes.note": "'s Gravenhage" }],
  ]);
});

it("a JSON array is read element by element, wherever its pieces end", async () => {
  const text = JSON.stringify([
    { phone: "+12125550123", name: "Zoë", attributes: { plan: "gold", visits: 3 }, consents: [] },
    "+12125550124",
    { tel: "+12125550125", name: null, extra: { deep: [1] } },
  ]);
  for (const size of [1, 1_000]) {
    const rows = await json(text, size);
    expect(rows.map(({ row, cells }) => [row, cells.map(({ field, value }) => [field, value])])).toEqual([
      [
        1,
        [
          ["phone", "+12125550123"],
          ["name", "Zoë"],
          ["attributes", { plan: "gold", visits: 3 }],
          ["consents", []],
        ],
      ],
      [2, [["phone", "+12125550124"]]],
      [
        3,
        [
          ["phone", "+12125550125"],
          ["attributes.extra", '{"deep":[1]}'],
        ],
      ],
    ]);
  }
});

it.each(['{"phone":"x"}', "5", "[1,", "[1] x", "[1,]", "", '{"data":[]}', "null"])(
  "%s is no array and is refused",
  async (text) => {
    await expect(json(text)).rejects.toMatchObject({ problem: { code: "malformed" } });
  },
);

it("an element that does not end is refused before it fills the memory", async () => {
  await expect(json(`["${"x".repeat(300_000)}"]`, 20_000)).rejects.toMatchObject({
    problem: { code: "row_too_large", row: 1 },
  });
});

it.each([
  [{ phone: "212 555 0123" }, {}, ["phone no_country"]],
  [{ phone: "212 555 0123" }, { country: "US" }, []],
  [{}, {}, ["null required"]],
  [{ phone: '=CONCAT("+1",A2)' }, {}, ["phone formula"]],
  [{ phone: "@SUM(1)" }, {}, ["phone formula"]],
  [{ phone: "+A1" }, {}, ["phone formula"]],
  [{ phone: "-12125550123" }, {}, ["phone formula"]],
  [{ phone: "1.21256E+10" }, {}, ["phone rounded"]],
  [{ phone: true }, {}, ["phone invalid_type"]],
  [{ phone: "hello" }, {}, ["phone not_a_number"]],
  [{ phone: "+12125550123", name: "=1+1", "attributes.note": "@me" }, {}, []],
  [{ phone: "+12125550123", timezone: "Mars/Olympus" }, {}, ["timezone unknown_timezone"]],
  [{ phone: "+12125550123", name: "x".repeat(201) }, {}, ["name too_long"]],
  [{ phone: "+12125550123", "attributes.a": "x".repeat(1_001) }, {}, ["attributes.a too_long"]],
  [{ phone: "+12125550123", name: "a\0b" }, {}, ["name invalid_text"]],
  [
    { phone: "+12125550123", "consent.informational.call": "yes" },
    {},
    ["consent.informational.call no_consent_source"],
  ],
  [{ phone: "+12125550123", "consent.informational.call": "yes" }, { consent_source: "form" }, []],
  [
    { phone: "+12125550123", "consent.informational.call": "perhaps" },
    { consent_source: "form" },
    ["consent.informational.call invalid_consent"],
  ],
  [
    {
      phone: "+12125550123",
      "consent.informational.call": "yes",
      consent_source: "form",
      consent_at: "2027-01-01",
    },
    {},
    ["consent_at in_the_future"],
  ],
  [
    {
      phone: "+12125550123",
      "consent.informational.call": "yes",
      "consent.telemarketing.text": "no",
      consent_source: "form",
      consent_at: "soon",
    },
    {},
    ["consent_at invalid_consent"],
  ],
  [{ phone: "+12125550123", consents: [{ purpose: "sports" }] }, {}, ["consents invalid_consent"]],
  [{ phone: "212 555 0123", region: "US-NY" }, {}, []],
  [{ phone: "030 901820", region: "de" }, { country: "US" }, []],
  [{ phone: "+12125550123", region: "Northeast" }, {}, ["region unknown_region"]],
  [
    { phone: "+12125550123", first_name: "x".repeat(100), last_name: "y".repeat(100) },
    {},
    ["first_name too_long"],
  ],
  [{ phone: "+12125550123", attributes: '{"plan":"gold","visits":3}' }, {}, []],
  [{ phone: "+12125550123", attributes: "gold" }, {}, ["attributes invalid_json"]],
  [{ phone: "+12125550123", attributes: '{"a":"\\u0000"}' }, {}, ["attributes invalid_json"]],
  [{ phone: "+12125550123", attributes: '{"a":"\\\\u0000"}' }, {}, []],
  [{ phone: "+12125550123", attributes: { a: "\0" } }, {}, ["attributes.a invalid_text"]],
  [{ phone: "+12125550123", variables: [1] }, {}, ["variables invalid_json"]],
  [{ phone: "+12125550123", consent_states: "{}" }, {}, ["consent_states invalid_consent"]],
  [{ phone: "+12125550123", suppression: '{"channels":[]}' }, {}, ["suppression invalid_suppression"]],
  [{ phone: "+12125550123", ignore: "a\0b" }, {}, []],
] as const)("a row of %j with %j has these problems: %j", (cells, rules, expected) => {
  expect(problemsOf(cells, rules)).toEqual(expected);
});

/** A row with these cells, whose columns have the names of their fields. */
const rowOf = (fields: Record<string, string>): FileRow => ({
  row: 2,
  surplus: false,
  original: null,
  cells: Object.entries({ phone: "+12125550123", ...fields }).map(([field, value], index) => ({
    field,
    column: field,
    index,
    value,
  })) as FileRow["cells"],
});

it("a first and a last name are joined, and a row may have one of them", () => {
  const nameOf = (fields: Record<string, string>) => checkRow(rowOf(fields), RULES, () => undefined)?.name;
  expect(nameOf({ first_name: "Nora", last_name: "Nobody" })).toBe("Nora Nobody");
  expect(nameOf({ last_name: "Nobody" })).toBe("Nobody");
  expect(nameOf({})).toBeUndefined();
});

it("the source of a whole file applies to rows without their own, and a no grants nothing", () => {
  const consentsOf = (fields: Record<string, string>) =>
    checkRow(rowOf(fields), { ...RULES, consent_source: "Spring fair" }, () => undefined)?.consents.map(
      ({ entry: { granted, source } }) => ({ granted, source }),
    );
  const column = "consent.informational.call";
  expect(consentsOf({ [column]: "yes" })).toEqual([{ granted: true, source: "Spring fair" }]);
  expect(consentsOf({ [column]: "yes", consent_source: "Form" })).toEqual([
    { granted: true, source: "Form" },
  ]);
  expect(consentsOf({ [column]: "no" })).toEqual([{ granted: false, source: "Spring fair" }]);
});
