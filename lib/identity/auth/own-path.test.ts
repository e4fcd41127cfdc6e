import { expect, test } from "vitest";
import { ownPath } from "./own-path";

test("after signing in nobody is led to another site", () => {
  const elsewhere = [
    "https://evil.example/agents",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "javascript:alert(1)",
    "/.//evil.example",
    "/./\\evil.example",
    "/agents/..//evil.example/x?y=1",
    "/%2e//evil.example",
    "http:/evil.example",
    "agents",
    "",
    null,
    undefined,
  ];
  for (const to of elsewhere) expect(ownPath(to), String(to)).toBe("/");
});

test("a path of this site is kept with its query", () => {
  expect(ownPath("/calls?status=completed&cursor=abc#turn-3")).toBe(
    "/calls?status=completed&cursor=abc#turn-3",
  );
  expect(ownPath("/a/../settings/keys")).toBe("/settings/keys");
});
