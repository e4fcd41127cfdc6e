import { VerificationError } from "./verification";

/**
 * The value of an Identity header (RFC 8224 section 4). `header` and `payload` are empty in the compact form, which leaves
 * them to the verifier.
 */
export type IdentityHeader = {
  header: string;
  payload: string;
  signature: string;
  /** Address of the certificate. */
  info: string;
  alg: string | null;
  ppt: string | null;
};

const BASE64URL = /^[A-Za-z0-9_-]*$/;
/** The curve's signature has 64 bytes; longer parts are bounded by the header's length. */
const MAX_PARTS = 3;

/** Reads `name=value` or `name="value"`. */
function readParameter(text: string): [name: string, value: string] {
  const equals = text.indexOf("=");
  const name = text.slice(0, Math.max(equals, 0)).trim().toLowerCase();
  const value = text.slice(equals + 1).trim();
  const isQuoted = value.length >= 2 && value.startsWith('"') && value.endsWith('"');
  return [name, isQuoted ? value.slice(1, -1) : value];
}

/** Splits the parameters at semicolons outside the angle brackets of `info`, whose URI can contain them. */
function splitParameters(text: string): string[] {
  const open = text.indexOf("<");
  const close = open === -1 ? -1 : text.indexOf(">", open);
  if (close === -1) throw new VerificationError("malformed");
  const before = text.slice(0, open).split(";");
  const [last = ""] = before.splice(-1);
  return [...before, `${last}${text.slice(open, close + 1)}`, ...text.slice(close + 1).split(";")];
}

/** Parses a value of the Identity header. Throws `malformed`. */
export function parseIdentityHeader(value: string): IdentityHeader {
  const semicolon = value.indexOf(";");
  if (semicolon === -1) throw new VerificationError("malformed");
  const parts = value
    .slice(0, semicolon)
    .trim()
    .split(".", MAX_PARTS + 1);
  const [header = "", payload = "", signature = ""] = parts;
  const isCompact = header === "" && payload === "";
  if (
    parts.length !== MAX_PARTS ||
    signature === "" ||
    (!isCompact && (header === "" || payload === "")) ||
    !parts.every((part) => BASE64URL.test(part))
  )
    throw new VerificationError("malformed");
  const parameters = new Map<string, string>();
  for (const text of splitParameters(value.slice(semicolon + 1))) {
    const [name, parameter] = readParameter(text);
    // A second value could be read by one verifier and the first by another.
    if (name !== "" && parameters.has(name)) throw new VerificationError("malformed");
    parameters.set(name, parameter);
  }
  const info = parameters.get("info") ?? "";
  if (!info.startsWith("<") || !info.endsWith(">")) throw new VerificationError("malformed");
  return {
    header,
    payload,
    signature,
    info: info.slice(1, -1).trim(),
    alg: parameters.get("alg") ?? null,
    ppt: parameters.get("ppt") ?? null,
  };
}
