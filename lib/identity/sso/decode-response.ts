import { SsoError } from "./sso-error";
import { MAX_XML_CHARS } from "./xml-limits";

/** Base64 has four characters for three bytes, and line breaks. */
const MAX_BASE64_CHARS = Math.ceil((MAX_XML_CHARS * 4) / 3) + 8_192;
const BLANKS = /\s+/g;
/** Applied after whitespace is removed: optional whitespace in the pattern would take quadratic time. */
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Decodes a document from base64. Throws `malformed` if the text is too long or not base64. */
export function decodeResponse(response: string): string {
  if (response.length > MAX_BASE64_CHARS) throw new SsoError("malformed");
  const base64 = response.replace(BLANKS, "");
  if (!BASE64.test(base64)) throw new SsoError("malformed");
  return Buffer.from(base64, "base64").toString("utf8");
}
