import { sql } from "kysely";
import { expect, test } from "vitest";
import { compileOnce } from "./compile-once";
import { db } from "./kysely";

type Filters = { id: string; status?: string | undefined; tags?: string[] };

function createCountedQuery() {
  let writeCount = 0;
  const query = compileOnce((values: Filters) => {
    writeCount += 1;
    let calls = db.selectFrom("calls").select("id").where("id", "=", values.id).where("channel", "=", "chat");
    if (values.status !== undefined) calls = calls.where("status", "=", values.status);
    if (values.tags !== undefined) calls = calls.where(sql<boolean>`tags @> ${values.tags}::text[]`);
    return calls;
  });
  return { query, written: () => writeCount };
}

test("compiles to the same SQL and parameters as the plain query", () => {
  const { query } = createCountedQuery();
  query({ id: "call_0", status: "busy", tags: ["old"] });
  const { sql: text, parameters } = query({ id: "call_1", status: "completed", tags: ["vip"] }).compile();
  const expected = db
    .selectFrom("calls")
    .select("id")
    .where("id", "=", "call_1")
    .where("channel", "=", "chat")
    .where("status", "=", "completed")
    .where(sql<boolean>`tags @> ${["vip"]}::text[]`)
    .compile();
  expect({ text, parameters }).toEqual({ text: expected.sql, parameters: expected.parameters });
});

test("builds the query once for each set of defined values", () => {
  const { query, written } = createCountedQuery();
  for (const id of ["call_1", "call_2", "call_3"]) query({ id });
  query({ id: "call_4", status: undefined });
  expect(written()).toBe(1);
  expect(query({ id: "call_5", status: "busy" }).compile().parameters).toEqual(["call_5", "chat", "busy"]);
  expect(query({ id: "call_6" }).compile().parameters).toEqual(["call_6", "chat"]);
  expect(written()).toBe(2);
});

test("keeps the values of two queries apart", () => {
  const { query } = createCountedQuery();
  const first = query({ id: "call_1" });
  const second = query({ id: "call_2" });
  expect(first.compile().parameters).toEqual(["call_1", "chat"]);
  expect(second.compile().parameters).toEqual(["call_2", "chat"]);
});

test("keeps the marker of select queries and adds none to writes", () => {
  const selectCall = compileOnce(({ id }: { id: string }) =>
    db.selectFrom("calls").select("id").where("id", "=", id),
  );
  const deleteCall = compileOnce(({ id }: { id: string }) => db.deleteFrom("calls").where("id", "=", id));
  expect(selectCall({ id: "call_1" })).toHaveProperty("isSelectQueryBuilder", true);
  expect(deleteCall({ id: "call_1" })).not.toHaveProperty("isSelectQueryBuilder");
});
