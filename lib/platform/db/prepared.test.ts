import { sql } from "kysely";
import { expect, test } from "vitest";
import { db } from "./kysely";
import { prepared } from "./prepared";

type Given = { id: string; status?: string | undefined; tags?: string[] };

function counting() {
  let written = 0;
  const query = prepared((given: Given) => {
    written += 1;
    let calls = db.selectFrom("calls").select("id").where("id", "=", given.id).where("channel", "=", "chat");
    if (given.status !== undefined) calls = calls.where("status", "=", given.status);
    if (given.tags !== undefined) calls = calls.where(sql<boolean>`tags @> ${given.tags}::text[]`);
    return calls;
  });
  return { query, written: () => written };
}

test("a query is the one that would be written for these values, each in its place", () => {
  const { query } = counting();
  query({ id: "call_0", status: "busy", tags: ["old"] });
  const { sql: text, parameters } = query({ id: "call_1", status: "completed", tags: ["vip"] }).compile();
  const fresh = db
    .selectFrom("calls")
    .select("id")
    .where("id", "=", "call_1")
    .where("channel", "=", "chat")
    .where("status", "=", "completed")
    .where(sql<boolean>`tags @> ${["vip"]}::text[]`)
    .compile();
  expect({ text, parameters }).toEqual({ text: fresh.sql, parameters: fresh.parameters });
});

test("it is written once for each set of values that are given, undefined ones being none", () => {
  const { query, written } = counting();
  for (const id of ["call_1", "call_2", "call_3"]) query({ id });
  query({ id: "call_4", status: undefined });
  expect(written()).toBe(1);
  expect(query({ id: "call_5", status: "busy" }).compile().parameters).toEqual(["call_5", "chat", "busy"]);
  expect(query({ id: "call_6" }).compile().parameters).toEqual(["call_6", "chat"]);
  expect(written()).toBe(2);
});

test("two queries that were asked for one after the other keep their own values", () => {
  const { query } = counting();
  const first = query({ id: "call_1" });
  const second = query({ id: "call_2" });
  expect(first.compile().parameters).toEqual(["call_1", "chat"]);
  expect(second.compile().parameters).toEqual(["call_2", "chat"]);
});

test("what only reads stays marked as such, and what writes does not become it", () => {
  const read = prepared(({ id }: { id: string }) => db.selectFrom("calls").select("id").where("id", "=", id));
  const write = prepared(({ id }: { id: string }) => db.deleteFrom("calls").where("id", "=", id));
  expect(read({ id: "call_1" })).toHaveProperty("isSelectQueryBuilder", true);
  expect(write({ id: "call_1" })).not.toHaveProperty("isSelectQueryBuilder");
});
