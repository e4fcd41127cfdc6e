import { describe, expect, it } from "vitest";
import { parseIdentityHeader } from "./identity-header";

/** The header and the address of RFC 8225, appendix A, and the parameters of RFC 8224, section 4. */
const HEADER =
  "eyJhbGciOiJFUzI1NiIsInR5cCI6InBhc3Nwb3J0IiwieDV1IjoiaHR0cHM6Ly9jZXJ0LmV4YW1wbGUub3JnL3Bhc3Nwb3J0LmNlciJ9";
const PAYLOAD = Buffer.from(
  '{"dest":{"uri":["sip:alice@example.com"]},"iat":1471375418,"orig":{"tn":"12155551212"}}',
).toString("base64url");
const INFO = "https://biloxi.example.org/biloxi.cer";

describe("parseIdentityHeader", () => {
  it("reads the full form, whose address can contain semicolons", () => {
    expect(
      parseIdentityHeader(`${HEADER}.${PAYLOAD}.c2ln;info=<${INFO};v=1>;alg=ES256;ppt="shaken"`),
    ).toEqual({
      header: HEADER,
      payload: PAYLOAD,
      signature: "c2ln",
      info: `${INFO};v=1`,
      alg: "ES256",
      ppt: "shaken",
    });
  });

  it("reads the compact form, also with white space", () => {
    expect(parseIdentityHeader(`..c2ln ; info = <${INFO}>`)).toMatchObject({
      header: "",
      payload: "",
      signature: "c2ln",
      info: INFO,
      alg: null,
      ppt: null,
    });
  });

  it.each([
    "",
    `..c2ln`,
    `..c2ln;info=${INFO}`,
    `..c2ln;info=<${INFO}`,
    `..c2ln;info=<${INFO}>;info=<${INFO}>`,
    `${HEADER}..c2ln;info=<${INFO}>`,
    `${HEADER}.${PAYLOAD}.;info=<${INFO}>`,
    `a.b.c.d;info=<${INFO}>`,
    `"c2ln";info=<${INFO}>`,
  ])("refuses %j", (value) => {
    expect(() => parseIdentityHeader(value)).toThrow("malformed");
  });
});
