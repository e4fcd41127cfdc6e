// Ed25519 signatures (RFC 8032) with Web Crypto, which Node and browsers have. No other module is needed, so that a copy of
// this folder verifies receipts on another machine.

const PEM_KEY = /-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]{1,400})-----END PUBLIC KEY-----/g;
/** Enough for the keys of receipts and of the audit log, before and after a change. */
const MAX_KEYS = 10;

const bytesOf = (base64) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
const base64Of = (bytes) => btoa(String.fromCharCode(...bytes));
const base64urlOf = (bytes) => base64Of(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

export const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Bytes of base64url text; null if the text is not exactly their encoding, so that no other text has the same bytes. */
function decodeBase64url(text) {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return null;
  try {
    const bytes = bytesOf(text.replaceAll("-", "+").replaceAll("_", "/"));
    return base64urlOf(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}

/** Imports the Ed25519 keys of a text: PEM, also in JSON as the API answers it, whose line breaks are escaped. */
export async function importPublicKeys(text) {
  const keys = [];
  for (const [, body] of text.replaceAll("\\n", "\n").matchAll(PEM_KEY)) {
    if (keys.length === MAX_KEYS) break;
    try {
      const der = bytesOf(body.replaceAll(/\s/g, ""));
      const key = await crypto.subtle.importKey("spki", der, { name: "Ed25519" }, false, ["verify"]);
      const id = toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", der)));
      keys.push({ id, key });
    } catch (error) {
      // Not a key of this algorithm. Other errors mean that the algorithm is missing.
      if (error instanceof Error && error.name === "NotSupportedError") throw error;
    }
  }
  return keys;
}

export async function isSignedWith({ key }, text, signature) {
  const bytes = decodeBase64url(signature);
  if (bytes === null) return false;
  return crypto.subtle.verify({ name: "Ed25519" }, key, bytes, new TextEncoder().encode(text));
}
