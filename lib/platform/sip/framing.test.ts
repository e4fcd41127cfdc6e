import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MessageReader, SipFramingError } from "./framing";
import { readHeader } from "./message";
import { formatRequest, OFFER } from "./testing/messages";

const INVITE = formatRequest("INVITE", { callId: "a", branch: "z9hG4bKa", body: OFFER });
const OPTIONS = formatRequest("OPTIONS", { callId: "b", branch: "z9hG4bKb" });

const read = (...chunks: string[]) => {
  const reader = new MessageReader();
  return chunks.flatMap((chunk) => reader.push(Buffer.from(chunk)));
};

describe("MessageReader", () => {
  it("reads coalesced messages and answers between them", () => {
    const [first, ping, second] = read(`${INVITE}\r\n\r\n${OPTIONS}`);
    expect(first).toMatchObject({ startLine: expect.stringContaining("INVITE"), body: OFFER });
    expect(ping).toBe("ping");
    expect(second).toMatchObject({ startLine: expect.stringContaining("OPTIONS"), body: "" });
  });

  it("reads the same messages from any chunks", () => {
    const stream = Buffer.from(`${INVITE}${OPTIONS}${INVITE}`);
    const expected = new MessageReader().push(stream);
    const cuts = fc.array(fc.integer({ min: 0, max: stream.length }), { maxLength: 40 });
    fc.assert(
      fc.property(cuts, (points) => {
        const reader = new MessageReader();
        const sorted = [0, ...points.sort((a, b) => a - b), stream.length];
        const items = sorted
          .slice(1)
          .flatMap((end, index) => reader.push(stream.subarray(sorted[index] ?? 0, end)));
        expect(items).toEqual(expected);
        expect(reader.isPartial).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it("unfolds headers and expands compact names", () => {
    const [message] = read("OPTIONS sip:a SIP/2.0\r\ni: x\r\ns: first\r\n  second\r\nl: 0\r\n\r\n");
    if (!message || message === "ping") throw new Error("no message");
    expect(readHeader(message, "call-id")).toBe("x");
    expect(readHeader(message, "subject")).toBe("first second");
  });

  it.each([
    ["another protocol", "GET / HTTP/1.1\r\n\r\n"],
    ["a TLS handshake", "\u0016\u0003\u0001"],
    ["two lengths", "OPTIONS sip:a SIP/2.0\r\nContent-Length: 0\r\nl: 5\r\n\r\nhello"],
    ["a negative length", "OPTIONS sip:a SIP/2.0\r\nContent-Length: -1\r\n\r\n"],
    ["a list of lengths", "OPTIONS sip:a SIP/2.0\r\nContent-Length: 5, 5\r\n\r\nhello"],
    ["a length with a sign", "OPTIONS sip:a SIP/2.0\r\nContent-Length: +5\r\n\r\nhello"],
    ["a length above the limit", "OPTIONS sip:a SIP/2.0\r\nContent-Length: 65536\r\n\r\n"],
    ["a bare line feed", "OPTIONS sip:a SIP/2.0\r\nSubject: a\nVia: b\r\n\r\n"],
    ["a bare carriage return", "OPTIONS sip:a SIP/2.0\r\nSubject: a\rVia: b\r\n\r\n"],
    ["a header without a name", "OPTIONS sip:a SIP/2.0\r\n: a\r\n\r\n"],
    ["a folded first header", "OPTIONS sip:a SIP/2.0\r\n Content-Length: 5\r\n\r\nhello"],
    ["a long start line", `OPTIONS sip:${"a".repeat(9_000)}`],
    ["a long header", `OPTIONS sip:a SIP/2.0\r\nSubject: ${"a".repeat(9_000)}\r\n\r\n`],
    ["many headers", `OPTIONS sip:a SIP/2.0\r\n${"Subject: a\r\n".repeat(101)}\r\n`],
    ["endless headers", `OPTIONS sip:a SIP/2.0\r\n${"Subject: a\r\n".repeat(6_000)}`],
  ])("refuses %s", (_name, text) => {
    expect(() => read(text)).toThrow(SipFramingError);
  });

  it("throws nothing but SipFramingError for any bytes", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .string({ maxLength: 200, unit: "binary" })
        .map((text) => Buffer.from(`OPTIONS sip:a SIP/2.0\r\n${text}`)),
    );
    fc.assert(
      fc.property(bytes, (chunk) => {
        let failure: unknown = null;
        try {
          new MessageReader().push(Buffer.from(chunk));
        } catch (error) {
          failure = error;
        }
        expect(failure === null || failure instanceof SipFramingError).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
