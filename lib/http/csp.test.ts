import { expect, test } from "vitest";
import { contentSecurityPolicy, pageHeaders } from "./csp";

test("a page runs only scripts with its nonce, and tells browsers over TLS to stay on TLS", () => {
  const policy = contentSecurityPolicy("abc");
  expect(policy).toContain("script-src 'nonce-abc' 'strict-dynamic';");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(pageHeaders(true)["Strict-Transport-Security"]).toMatch(/^max-age=\d{8}/);
  expect(pageHeaders(false)).not.toHaveProperty("Strict-Transport-Security");
});

test("a page connects only to its own origin, and to the voice gateway of the operator", () => {
  expect(contentSecurityPolicy("abc")).toContain("connect-src 'self';");
  expect(contentSecurityPolicy("abc", { voice: "https://voice.example.com:8443/x" })).toContain(
    "connect-src 'self' wss://voice.example.com:8443;",
  );
});
