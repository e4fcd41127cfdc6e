import { expect, it } from "vitest";
import type { OptionsResult } from "@/lib/platform/sip";
import { connectionFinding } from "./connection-finding";

const answered = { ok: true, status: 200, allow: [], roundTripMs: 1, isAuthenticated: false } as const;
const failed = (detail: string): OptionsResult => ({ ok: false, at: "tls", status: null, detail });
const rejected = (status: number): OptionsResult => ({ ok: false, at: "response", status, detail: "" });

it.each([
  ["a server that demanded no password", answered, true, /did not demand the password/],
  ["a server without an account", answered, false, /^The server answers\.$/],
  [
    "a server that accepted the password",
    { ...answered, isAuthenticated: true },
    true,
    /accepts the account/,
  ],
  ["a server without OPTIONS", rejected(405), false, /^The server answers\.$/],
] as const)("passes %s", (_, result, hasAccount, text) => {
  const finding = connectionFinding(result, hasAccount);
  expect(finding).toMatchObject({ ok: true });
  expect(finding.message).toMatch(text);
});

it.each([
  ["an expired certificate", failed("CERT_HAS_EXPIRED"), /has expired/],
  ["a certificate for another name", failed("ERR_TLS_CERT_ALTNAME_INVALID"), /another name/],
  ["a private authority", failed("SELF_SIGNED_CERT_IN_CHAIN"), /NODE_EXTRA_CA_CERTS/],
  ["a port without TLS", failed("ETIMEDOUT"), /port for TLS/],
  ["a wrong password", rejected(401), /password \(status 401\)/],
  ["another status", rejected(488), /rejected the request \(status 488\)/],
] as const)("explains %s", (_, result, text) => {
  const finding = connectionFinding(result, true);
  expect(finding).toMatchObject({ ok: false });
  expect(finding.message).toMatch(text);
});
