import { SsoRefused } from "./refused";
import { MAX_XML_CHARS } from "./xml-limits";

/** Base64 has four characters for three bytes, and line breaks. */
const MAX_BASE64_CHARS = Math.ceil((MAX_XML_CHARS * 4) / 3) + 8_192;
const BLANKS = /\s+/g;
/** Without blanks: a class of characters that overlaps with blanks at the end takes quadratic time. */
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The document in base64. Throws `malformed` for a text that is too long or no base64. */
export function decodeResponse(response: string): string {
  if (response.length > MAX_BASE64_CHARS) throw new SsoRefused("malformed");
  const base64 = response.replace(BLANKS, "");
  if (!BASE64.test(base64)) throw new SsoRefused("malformed");
  return Buffer.from(base64, "base64").toString("utf8");
}
