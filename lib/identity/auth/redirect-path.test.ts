import { expect, test } from "vitest";
import { sanitizeRedirectPath } from "./redirect-path";

test("never redirects to another site after sign-in", () => {
  const unsafePaths = [
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
  for (const path of unsafePaths) expect(sanitizeRedirectPath(path), String(path)).toBe("/");
});

test("keeps a path of this site with its query", () => {
  expect(sanitizeRedirectPath("/calls?status=completed&cursor=abc#turn-3")).toBe(
    "/calls?status=completed&cursor=abc#turn-3",
  );
  expect(sanitizeRedirectPath("/a/../settings/keys")).toBe("/settings/keys");
});
