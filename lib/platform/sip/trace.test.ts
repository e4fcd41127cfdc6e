import { describe, expect, it } from "vitest";
import { formatRequest, OFFER } from "./testing/messages";
import { removeSecrets } from "./trace";

describe("removeSecrets", () => {
  it("removes credentials and the Identity header, also folded and in compact form", () => {
    const headers = [
      'Authorization: Digest username="a",\r\n response="secret1"',
      'proxy-authorization : Digest response="secret2"',
      "Identity: secret3;info=<https://example.org>",
      "y: secret4",
    ];
    const text = removeSecrets(formatRequest("INVITE", { headers, body: OFFER }));
    expect(text).not.toContain("secret");
    expect(text.match(/\[removed\]/g)).toHaveLength(4);
    expect(text).toContain("m=audio 40002");
  });

  it.each([
    "a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:SECRETKEY",
    "A=CRYPTO:1 AES_CM_128_HMAC_SHA1_80 inline:SECRETKEY",
    "a=acap:1 crypto:1 AES_CM_128_HMAC_SHA1_80 inline:SECRETKEY",
    "a=x\ra=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:SECRETKEY",
    "k=base64:SECRETKEY",
    "a=key-mgmt:mikey SECRETKEY",
  ])("removes the key of %j", (line) => {
    const text = removeSecrets(formatRequest("INVITE", { body: `${OFFER}${line}\r\na=sendrecv\r\n` }));
    expect(text).not.toContain("SECRETKEY");
    expect(text).toContain("a=sendrecv");
  });

  it("removes bodies other than SDP, and truncates", () => {
    const options = { headers: ["Content-Type: multipart/mixed;boundary=x"], body: "--x\r\na=crypto:1 KEY" };
    expect(removeSecrets(formatRequest("INVITE", options))).toMatch(/\r\n\r\n\[removed\]$/);
    const long = formatRequest("INVITE", { body: `${OFFER}${"a=x\r\n".repeat(5_000)}` });
    expect(Buffer.byteLength(removeSecrets(long))).toBe(8_192);
  });
});
