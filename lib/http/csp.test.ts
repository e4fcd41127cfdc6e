import { expect, test } from "vitest";
import { contentSecurityPolicy, pageHeaders } from "./csp";

test("a page runs only scripts that bear its own nonce, and says to a browser over TLS to stay there", () => {
  const policy = contentSecurityPolicy("abc");
  expect(policy).toContain("script-src 'nonce-abc' 'strict-dynamic';");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(pageHeaders(true)["Strict-Transport-Security"]).toMatch(/^max-age=\d{8}/);
  expect(pageHeaders(false)).not.toHaveProperty("Strict-Transport-Security");
});

test("a page connects to its own place, and to the one gateway of voice that the operator has named", () => {
  expect(contentSecurityPolicy("abc")).toContain("connect-src 'self';");
  expect(contentSecurityPolicy("abc", { voice: "https://voice.example.com:8443/x" })).toContain(
    "connect-src 'self' wss://voice.example.com:8443;",
  );
});
