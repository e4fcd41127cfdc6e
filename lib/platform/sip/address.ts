import type { SipAddress } from "./types";

/** The longest display name or user that is returned. */
const MAX_TEXT = 200;
const MAX_PORT = 65_535;

/** A URI of a message. `user` has no parameters and is decoded; it is empty if the URI has none. */
export type SipUri = { scheme: string; user: string; host: string; port: number | null; parameters: string };

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Parses a `sip`, `sips` or `tel` URI. Null for another scheme, or text that is none. */
export function parseSipUri(text: string): SipUri | null {
  const colon = text.indexOf(":");
  const scheme = text.slice(0, Math.max(colon, 0)).trim().toLowerCase();
  const [withoutHeaders = ""] = text.slice(colon + 1).split("?");
  if (scheme === "tel") {
    const [number = "", ...parameters] = withoutHeaders.split(";");
    return {
      scheme,
      user: number.slice(0, MAX_TEXT),
      host: "",
      port: null,
      parameters: parameters.join(";"),
    };
  }
  if (scheme !== "sip" && scheme !== "sips") return null;
  const at = withoutHeaders.lastIndexOf("@");
  const userInfo = withoutHeaders.slice(0, Math.max(at, 0));
  const [hostPort = "", ...parameters] = withoutHeaders.slice(at + 1).split(";");
  const match = /^(\[[0-9A-Fa-f:.]{2,45}\]|[^:[\]]{1,255})(?::(\d{1,5}))?$/.exec(hostPort.trim());
  if (!match?.[1] || Number(match[2] ?? 0) > MAX_PORT) return null;
  return {
    scheme,
    user: decode(userInfo.split(/[;:]/)[0] ?? "").slice(0, MAX_TEXT),
    host: match[1].toLowerCase(),
    port: match[2] ? Number(match[2]) : null,
    parameters: parameters.join(";"),
  };
}

/** The URI text of a name-addr or addr-spec, without the display name and the header's parameters. */
export function extractUri(value: string): string {
  const start = findAngle(value);
  if (start !== -1) return value.slice(start + 1, Math.max(value.indexOf(">", start), start + 1));
  return value.split(";")[0]?.trim() ?? "";
}

/** The position of the `<` that begins the URI, which is not in the quoted display name. */
function findAngle(value: string): number {
  const trimmed = value.trimStart();
  if (!trimmed.startsWith('"')) return value.indexOf("<");
  let end = value.indexOf('"') + 1;
  while (end < value.length && value[end] !== '"') end += value[end] === "\\" ? 2 : 1;
  return value.indexOf("<", end);
}

/** Parses the value of From, To or P-Asserted-Identity. */
export function parseSipAddress(value: string): SipAddress | null {
  const uri = parseSipUri(extractUri(value));
  if (!uri) return null;
  const start = findAngle(value);
  const name = value.slice(0, Math.max(start, 0)).trim();
  const text = name.startsWith('"') ? name.slice(1, -1).replaceAll(/\\(.)/g, "$1") : name;
  return { displayName: text === "" ? null : text.slice(0, MAX_TEXT), user: uri.user, host: uri.host };
}

/** Removes characters that could end a quoted string or a line. */
export function cleanDisplayName(text: string): string {
  return text
    .replaceAll(/["\\\p{Cc}]/gu, "")
    .toWellFormed()
    .slice(0, MAX_TEXT);
}
