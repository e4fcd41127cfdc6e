/** A message of the stream: headers in order with lowercase full names and unfolded values. */
export type SipMessage = {
  startLine: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
};

/** Compact header names (RFC 3261 section 7.3.3 and the IANA registry). */
const FULL_NAMES: Readonly<Record<string, string>> = {
  b: "referred-by",
  c: "content-type",
  e: "content-encoding",
  f: "from",
  i: "call-id",
  k: "supported",
  l: "content-length",
  m: "contact",
  o: "event",
  r: "refer-to",
  s: "subject",
  t: "to",
  u: "allow-events",
  v: "via",
  x: "session-expires",
  y: "identity",
};

/** The lowercase full name of a header. */
export function expandHeaderName(name: string): string {
  const lower = name.trim().toLowerCase();
  return FULL_NAMES[lower] ?? lower;
}

/** Values of a header, in order. */
export function readHeaders(message: SipMessage, name: string): string[] {
  return message.headers.filter(([key]) => key === name).map(([, value]) => value);
}

/** The first value of a header, or null. */
export function readHeader(message: SipMessage, name: string): string | null {
  return message.headers.find(([key]) => key === name)?.[1] ?? null;
}

/** Whether a header that lists tokens (Supported, Require, Allow) contains the token. */
export function hasToken(message: SipMessage, name: string, token: string): boolean {
  return readHeaders(message, name).some((value) =>
    value.split(",").some((entry) => entry.trim().toLowerCase() === token.toLowerCase()),
  );
}

/** The method of a request, or null for a response. */
export function readMethod(message: SipMessage): string | null {
  if (message.startLine.startsWith("SIP/")) return null;
  return message.startLine.slice(0, message.startLine.indexOf(" "));
}

/** The Request-URI of a request. */
export function readRequestUri(message: SipMessage): string {
  return message.startLine.split(" ")[1] ?? "";
}

/** The status of a response, or 0 for a request. */
export function readStatus(message: SipMessage): number {
  return message.startLine.startsWith("SIP/") ? Number(message.startLine.split(" ")[1]) : 0;
}

/** The value of a parameter of a header value (`;tag=…`), or null. */
export function readParameter(header: string, name: string): string | null {
  // Parameters follow the address, whose URI can have parameters too.
  const end = header.lastIndexOf(">");
  for (const part of header
    .slice(end + 1)
    .split(";")
    .slice(1)) {
    const [key, ...value] = part.split("=");
    if (key?.trim().toLowerCase() === name) return value.join("=").trim();
  }
  return null;
}
