import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isDigestUriAccepted } from "./digest-uri";

const REQUEST_URI = "sip:+12125550100@192.0.2.1:5061;transport=tls";

describe("isDigestUriAccepted", () => {
  it.each([
    ["the same URI", REQUEST_URI],
    ["a host, a port and parameters that a proxy has changed", "sip:+12125550100@pbx.example;user=phone"],
    ["a number without its plus", "sip:12125550100@192.0.2.1"],
    ["a tel URI", "tel:+12125550100"],
    ["the server", "sip:192.0.2.1"],
  ])("accepts %s", (_name, uri) => expect(isDigestUriAccepted(uri, REQUEST_URI)).toBe(true));

  it.each([
    ["another number", "sip:+19005550100@192.0.2.1:5061;transport=tls"],
    ["no URI", ""],
    ["another scheme", "https://192.0.2.1/"],
    ["text", "*"],
  ])("refuses %s", (_name, uri) => expect(isDigestUriAccepted(uri, REQUEST_URI)).toBe(false));

  it("accepts no two numbers for each other", () => {
    const number = fc.integer({ min: 1_000_000, max: 999_999_999 });
    fc.assert(
      fc.property(number, number, (called, proven) => {
        const accepted = isDigestUriAccepted(`sip:+${proven}@a.example`, `sip:+${called}@b.example`);
        expect(accepted).toBe(called === proven);
      }),
    );
  });
});
