import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SipConnection } from "./connection";
import { formatRequest, OFFER } from "./testing/messages";
import { createTrace } from "./trace";

const CONNECTION = {
  source: { address: "192.0.2.7", port: 5061, transport: "tls", trunkId: null },
} as SipConnection;
const trace = (text: string) => createTrace(text, "in", CONNECTION);
const storedText = (text: string) => {
  const { callId: _, ...stored } = trace(text);
  return JSON.stringify(stored);
};
const CANARY = "CanaryValue";
const NUMBER = "13125550188";

describe("createTrace", () => {
  it("has the message's parts that explain a failure", () => {
    const headers = ["Supported: timer", "User-Agent: baresip", "s: Hello", "X-Account: 9"];
    expect(
      trace(formatRequest("INVITE", { callId: "a-1", headers, body: `${OFFER}a=sendrecv\r\n` })),
    ).toMatchObject({
      callId: "a-1",
      direction: "in",
      transport: "tls",
      peer: "192.0.2.7:5061",
      startLine: "INVITE sip:+xxxxxxxxxxx@127.0.0.1",
      method: "INVITE",
      headers: [
        ["via", "SIP/2.0/TCP 127.0.0.1:5060"],
        ["max-forwards", "70"],
        ["from", "[name] <sip:+xxxxxxxxxxx@example.org>"],
        ["to", "<sip:+xxxxxxxxxxx@127.0.0.1>"],
        ["call-id", "a-1"],
        ["cseq", "1 INVITE"],
        ["contact", "<sip:[user]@127.0.0.1:5060>"],
        ["supported", "timer"],
        ["user-agent", "baresip"],
        ["content-type", "application/sdp"],
        ["content-length", expect.any(String)],
      ],
      omittedHeaders: 2,
      sdp: ["o=- IN IP4 127.0.0.1", "c=IN IP4 127.0.0.1", "m=audio 40002 RTP/AVP 0", "a=sendrecv"],
    });
  });

  it.each([
    `Authorization: Digest username="${CANARY}",\r\n response="${CANARY}"`,
    `proxy-authorization : Digest response="${CANARY}"`,
    `Identity: ${CANARY};info=<https://example.org>`,
    `y: ${CANARY}`,
    `WWW-Authenticate: Digest realm="a", nonce="${CANARY}", opaque="${CANARY}"`,
    `Proxy-Authenticate: Digest nonce = "${CANARY}",qop="auth"`,
    `Proxy-Authenticate: Basic ${CANARY}`,
    `X-Anything: ${CANARY}`,
    `P-Asserted-Identity: "${CANARY}" <sip:+${NUMBER}@example.org>`,
    `P-Asserted-Identity: ${CANARY} <tel:+1-312-555-0188>`,
    `Remote-Party-ID: <sip:${CANARY}@example.org>;party=calling;id=${NUMBER}`,
    `Diversion: <sip:%2B${NUMBER}@example.org?Subject=${CANARY}>`,
    `Refer-To: "${CANARY} < a" <sip:${NUMBER}:${CANARY}@example.org;x=${CANARY}>`,
    `Referred-By: ${CANARY}`,
    `Contact: <urn:${CANARY}>`,
    `Via: SIP/2.0/TCP ${NUMBER}.example.org;branch=${CANARY}`,
    `Reason: Q.850;cause=16;text="+1 (312) 555-0188"`,
    `User-Agent: phone ${NUMBER}`,
    `Subject: ${CANARY}`,
  ])("stores no secret, name or number of %j", (header) => {
    const text = storedText(formatRequest("INVITE", { headers: [header], body: OFFER }));
    expect(text).not.toContain(CANARY);
    expect(text).not.toMatch(/3125550188|312.{0,2}555.{0,2}0188/);
    expect(text).toContain("m=audio 40002");
  });

  it.each([
    `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${CANARY}`,
    `A=CRYPTO:1 AES_CM_128_HMAC_SHA1_80 inline:${CANARY}`,
    `a=acap:1 crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${CANARY}`,
    `a=x\ra=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${CANARY}`,
    `k=base64:${CANARY}`,
    `a=key-mgmt:mikey ${CANARY}`,
    `a=fmtp:96 inline:${CANARY}`,
    `o=${CANARY} 1 1 IN IP4 ${CANARY}`,
    `s=${CANARY}`,
    `i=${CANARY}`,
    `a=candidate:${CANARY}`,
  ])("stores no key or text of the line %j", (line) => {
    const text = storedText(formatRequest("INVITE", { body: `${OFFER}${line}\r\na=sendonly\r\n` }));
    expect(text).not.toContain(CANARY);
    expect(text).toContain("a=sendonly");
  });

  it("stores no body other than SDP, and no number of the start line", () => {
    const headers = ["Content-Type: application/dtmf-relay"];
    const info = storedText(formatRequest("INFO", { headers, body: `Signal=${CANARY}` }));
    expect(info).not.toContain(CANARY);
    const invite = storedText(
      formatRequest("INVITE", { uri: `sip:${NUMBER};a=${CANARY}@example.org?b=${CANARY}` }),
    );
    expect(invite).not.toContain(CANARY);
    expect(invite).not.toContain(NUMBER);
    expect(trace(`SIP/2.0 488 Not Acceptable Here ${NUMBER}\r\n\r\n`).startLine).toBe(
      "SIP/2.0 488 Not Acceptable Here xxxxxxxxxxx",
    );
  });

  it("is bounded for each input", () => {
    const headers = Array.from({ length: 500 }, (_, n) => `Supported: ${"a".repeat(1_000)}${n}`);
    const long = trace(
      formatRequest("INVITE", { headers, body: `${OFFER}${"a=ptime:20\r\n".repeat(5_000)}` }),
    );
    expect(JSON.stringify(long).length).toBeLessThan(20_000);
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 3_000 }), (text) => {
        expect(JSON.stringify(trace(text)).length).toBeLessThan(100_000);
      }),
    );
  });

  it("stores no run of digits that is as long as a number, wherever it is", () => {
    const places = [
      (number: string) => formatRequest("INVITE", { uri: `sip:${number}@example.org` }),
      (number: string) =>
        formatRequest("INVITE", { headers: [`From: "${number}" <sip:${number}@${number}.org>`] }),
      (number: string) => formatRequest("INVITE", { callId: `${number}@example.org` }),
      (number: string) =>
        formatRequest("INVITE", { headers: [`Server: ${number}`, `Warning: 399 a "${number}"`] }),
      (number: string) =>
        formatRequest("INVITE", { body: `${OFFER}a=fmtp:96 ${number}\r\na=rtpmap:${number}\r\n` }),
    ];
    const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 8, maxLength: 15 });
    fc.assert(
      fc.property(fc.constantFrom(...places), digits, (place, number) => {
        expect(storedText(place(number))).not.toContain(number);
      }),
    );
  });
});
