import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { decodeCursor, encodeCursor, NEWEST_FIRST, type Order } from "./page";

const id = newId("agt");
const at = "2026-11-21T01:02:03.456Z";
const byDuration: Order = { column: "duration_ms", kind: "number", direction: "asc", nullable: true };
const encodeJson = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("cursors", () => {
  test("decode to the encoded position, nulls included", () => {
    expect(decodeCursor(NEWEST_FIRST, encodeCursor(NEWEST_FIRST, { value: at, id }))).toEqual({
      value: at,
      id,
    });
    expect(decodeCursor(byDuration, encodeCursor(byDuration, { value: null, id }))).toEqual({
      value: null,
      id,
    });
    expect(decodeCursor(byDuration, encodeCursor(byDuration, { value: 61_000, id }))).toEqual({
      value: 61_000,
      id,
    });
  });

  test.each([
    ["no base64url", "%%%"],
    ["no JSON", Buffer.from("{").toString("base64url")],
    ["no list", encodeJson({})],
    ["of another order", encodeCursor(byDuration, { value: 3, id })],
    ["a time that does not exist", encodeJson(["-created_at", "2026-02-30T00:00:00.000Z", id])],
    ["a time that PostgreSQL does not read", encodeJson(["-created_at", "+012026-01-01T00:00:00.000Z", id])],
    ["a null where no row has one", encodeJson(["-created_at", null, id])],
    ["an id with a NUL", encodeJson(["-created_at", at, "agt_\u0000"])],
    ["too long a list", encodeJson(["-created_at", at, id, 1])],
  ])("that are %s are rejected as a bad query parameter before any query", (_, cursor) => {
    let caught: unknown;
    try {
      decodeCursor(NEWEST_FIRST, cursor);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(AppError);
    expect((caught as AppError).details).toEqual([
      expect.objectContaining({ in: "query", pointer: "/cursor", code: "invalid_cursor" }),
    ]);
  });
});
