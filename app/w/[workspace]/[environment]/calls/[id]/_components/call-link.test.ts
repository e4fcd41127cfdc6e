import { expect, test } from "vitest";
import { momentOf } from "./call-link";

test("an address names a moment by its seconds or its turn", () => {
  expect(momentOf({ search: "?t=83", hash: "" })).toEqual({ atMs: 83_000 });
  expect(momentOf({ search: "?t=83", hash: "#turn-12" })).toEqual({ turn: 12 });
});

test("an address without a valid moment names none", () => {
  for (const search of ["", "?t=", "?t=-1", "?t=1e3", "?t=12345678", "?q=5"])
    expect(momentOf({ search, hash: "" })).toBeNull();
  expect(momentOf({ search: "", hash: "#turn-x" })).toBeNull();
});
