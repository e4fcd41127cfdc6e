import { expect, test } from "vitest";
import { contentSecurityPolicy, pageHeaders } from "./csp";

test("a page runs only scripts that bear its own nonce, and says to a browser over TLS to stay there", () => {
  const policy = contentSecurityPolicy("abc", false);
  expect(policy).toContain("script-src 'nonce-abc' 'strict-dynamic';");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(pageHeaders(true)["Strict-Transport-Security"]).toMatch(/^max-age=\d{8}/);
  expect(pageHeaders(false)).not.toHaveProperty("Strict-Transport-Security");
});
