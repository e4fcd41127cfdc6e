import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assignColumns, columnNames } from "./columns";
import { isField } from "./fields";
import { parseMapping } from "./mapping";

const fieldsOf = (names: string[], mapping: Record<string, string> = {}) =>
  assignColumns(names, { mapping: new Map(Object.entries(mapping)), kind: "contacts" }).map(
    ({ field }) => field,
  );

it.each([
  ["Phone-Number", "phone"],
  ["Mobile", "phone"],
  ["TEL. NO", "phone"],
  ["Full Name", "name"],
  ["TIME ZONE", "timezone"],
  ["E-mail", "attributes.email"],
  ["Organisation", "attributes.company"],
  ["Zip", "attributes.zip"],
  ["Postal code", "attributes.zip"],
  ["informational:call", "consent.informational.call"],
  ["consent.telemarketing.text", "consent.telemarketing.text"],
  ["attributes.Shoe size", "attributes.Shoe size"],
  ["variables.day", "variables.day"],
  ["Shoe size (EU)", "attributes.shoe_size_eu"],
  ["constructor", "attributes.constructor"],
  ["__proto__", "attributes.proto"],
  ["attributes.__proto__", "attributes.attributes_proto"],
  ["Region", "attributes.region"],
  ["ignore", "attributes.ignore"],
  ["Größe", "attributes.größe"],
  ["€", "attributes.column"],
])("the header %s means %s", (header, field) => {
  expect(fieldsOf([header])).toEqual([field]);
});

describe("a field has one column", () => {
  it.each([
    [
      ["Mobile", "Phone"],
      ["attributes.mobile", "phone"],
    ],
    [
      ["Mobile", "Tel"],
      ["phone", "attributes.tel"],
    ],
    [
      ["First name", "Surname", "Phone"],
      ["first_name", "last_name", "phone"],
    ],
    [
      ["First name", "Phone", "Contact name"],
      ["attributes.first_name", "phone", "name"],
    ],
    [
      ["Company", "company", "COMPANY"],
      ["attributes.company", "attributes.company_2", "attributes.company_3"],
    ],
    [
      ["phone", "attributes.city", "City"],
      ["phone", "attributes.city", "attributes.city_2"],
    ],
  ])("%j become %j", (names, fields) => {
    expect(fieldsOf(names)).toEqual(fields);
  });

  it("and the mapping decides first", () => {
    expect(fieldsOf(["Phone", "Mobile", "Notes"], { Mobile: "phone", Notes: "ignore" })).toEqual([
      "attributes.phone",
      "phone",
      "ignore",
    ]);
  });
});

it("every column has a field, and none is dropped", () => {
  const header = fc.oneof(
    fc.string({ maxLength: 80 }),
    fc.constantFrom("phone", "Phone", "name", "First name", "line", "error", "attributes.a", "Company", ""),
  );
  fc.assert(
    fc.property(fc.array(header, { maxLength: 30 }), (headers) => {
      const names = columnNames(headers);
      const fields = fieldsOf(names);
      expect(fields).toHaveLength(headers.length);
      expect(fields.every((field) => isField(field))).toBe(true);
      const isOwn = names[0] === "line" && names[1] === "error";
      const imported = fields.filter((field) => field !== "ignore");
      // Only the columns of Parley's own file of rejected rows are not imported.
      expect(imported).toHaveLength(isOwn ? headers.length - 2 : headers.length);
      expect(new Set(imported).size).toBe(imported.length);
    }),
  );
});

it("of a do-not-call list only the numbers are imported", () => {
  const mapping = new Map([["Land", "region"]]);
  const columns = assignColumns(["phone", "name", "Shoe size", "Land"], { mapping, kind: "suppressions" });
  expect(columns.map(({ field, source }) => [field, source])).toEqual([
    ["phone", "header"],
    ["ignore", "header"],
    ["ignore", "default"],
    ["region", "mapping"],
  ]);
});

it("the columns of an export have the fields of a contact, and what Parley sets is not imported", () => {
  const names =
    "id phone name timezone timezone_source region attributes suppression consent legal_hold created_at";
  expect(fieldsOf(names.split(" "))).toEqual([
    ...["ignore", "phone", "name", "timezone", "timezone_source", "region", "attributes", "suppression"],
    ...["consent_states", "ignore", "ignore"],
  ]);
  expect(fieldsOf(["id", "phone", "consent"])).toEqual(["attributes.id", "phone", "attributes.consent"]);
});

it("a mapping is a list of pairs or a JSON object", () => {
  expect(parseMapping("Tel. no:phone, Kunde:attributes.customer,phone:ignore")).toEqual({
    mapping: { "Tel. no": "phone", Kunde: "attributes.customer", phone: "ignore" },
  });
  expect(parseMapping('{"Tel: no":"phone","Vorname":"first_name"}')).toEqual({
    mapping: { "Tel: no": "phone", Vorname: "first_name" },
  });
  for (const wrong of ["phone", "a:nothing", ":phone", "{", '{"a":1}', "a:attributes.__proto__"])
    expect(parseMapping(wrong)).toHaveProperty("problem");
});
