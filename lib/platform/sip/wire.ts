import { createHash } from "node:crypto";
import type { SipConnection } from "./connection";
import { readHeaders, readMethod, readParameter, type SipMessage } from "./message";
import { extractSdp } from "./sdp-body";
import type { SipTransport } from "./types";

/**
 * The core of SIP.js has a single identity, a single transport and a grammar without `tel` URIs. Messages are therefore
 * translated at its border: its host name is a placeholder for the host and port of the connection, the branch of a
 * request names the connection and carries the peer's Via, and a `tel` URI becomes a `sip` URI of a reserved host.
 */
export const PLACEHOLDER_HOST = "parley.invalid";
export const PLACEHOLDER_USER = "parley";
const TEL_HOST = "tel.invalid";
const BRANCH_PREFIX = "z9hG4bK.";
/** Methods of requests that an endpoint accepts. */
export const ALLOWED_METHODS = "INVITE, ACK, BYE, CANCEL, OPTIONS, PRACK, UPDATE, REFER, INFO, NOTIFY";
/** Headers that the core reads. It drops a message if it cannot parse one of them, so it gets no more. */
const CORE_HEADERS = new Set(
  "from to call-id cseq contact record-route max-forwards event require rseq".split(" "),
);

export type AdvertisedAddress = { host: string; port: number };

function hideTelUri(value: string): string {
  return value.replace(/<?tel:([+0-9A-Za-z\-.()*#]{1,60})>?/i, (_uri, number: string) => {
    return `<sip:${number.replaceAll("#", "%23")}@${TEL_HOST}>`;
  });
}

function restoreTelUri(line: string): string {
  const end = `@${TEL_HOST}>`;
  const at = line.indexOf(end);
  const start = line.lastIndexOf("<sip:", at);
  if (at === -1 || start === -1) return line;
  const number = line.slice(start + 5, at).replaceAll("%23", "#");
  return `${line.slice(0, start)}<tel:${number}>${line.slice(at + end.length)}`;
}

/** Via values, one for each hop. */
export function listVias(message: SipMessage): string[] {
  return readHeaders(message, "via")
    .flatMap((value) => value.split(","))
    .map((value) => value.trim());
}

/** Ports of a sent-by without one (RFC 3261 section 18.2.2). */
const DEFAULT_PORTS = { tls: 5_061, tcp: 5_060 };
const MAX_PORT = 65_535;
const PORT = /:(\d{1,5})$/;

/** The text of the sent-by of a Via value, such as `host:5060`. */
function readSentByText(via: string): string {
  return via.split(";")[0]?.split(/\s+/).at(-1)?.toLowerCase() ?? "";
}

/** The sent-by of a Via value: where its sender accepts connections. */
export function readSentBy(via: string): { host: string; port: number } {
  const text = readSentByText(via);
  const digits = PORT.exec(text)?.[1];
  const host = digits === undefined ? text : text.slice(0, -(digits.length + 1));
  const protocol = via.trimStart().split(/\s/)[0]?.toLowerCase() ?? "";
  const port = Number(digits);
  const isPort = port > 0 && port <= MAX_PORT;
  return { host, port: isPort ? port : DEFAULT_PORTS[protocol.endsWith("tls") ? "tls" : "tcp"] };
}

/** The Via that a response returns, with the address that the request came from (RFC 3261 18.2.1, RFC 3581). */
export function annotateVia(via: string, { source }: SipConnection): string {
  const [head = "", ...parameters] = via.split(";").map((part) => part.trim());
  const unchanged = parameters.filter((part) => !/^(?:received|rport)\b/i.test(part));
  const hasRport = parameters.some((part) => /^rport$/i.test(part));
  const received = [`received=${source.address}`, ...(hasRport ? [`rport=${source.port}`] : [])];
  return [head, ...unchanged, ...received].join(";");
}

/** The Via of a peer's request for the core. The same transaction has the same branch, and no connection shares it. */
function encodeVia(via: string, message: SipMessage, connection: SipConnection): string {
  const branch = readParameter(via, "branch");
  const isUnique = branch?.startsWith("z9hG4bK") && branch.length > 7;
  // Before RFC 3261, a transaction was identified by these headers.
  const fallback = ["call-id", "from"].map((name) => readHeaders(message, name)[0] ?? "").join("|");
  const cseq = readHeaders(message, "cseq")[0]?.split(/\s+/)[0] ?? "";
  const key = isUnique ? `${readSentByText(via)}|${branch}` : `${via}|${fallback}|${cseq}`;
  const id = createHash("sha256").update(key).digest("base64url").slice(0, 27);
  const original = Buffer.from(annotateVia(via, connection)).toString("base64url");
  return `SIP/2.0/TLS ${PLACEHOLDER_HOST};branch=${BRANCH_PREFIX}${connection.id}.${id};original=${original}`;
}

function buildHead(startLine: string, vias: readonly string[], message: SipMessage): string[] {
  const lines = [startLine, ...vias.map((via) => `Via: ${via}`)];
  for (const [name, value] of message.headers) {
    if (!CORE_HEADERS.has(name)) continue;
    lines.push(`${name}: ${name === "from" || name === "to" ? hideTelUri(value) : value}`);
  }
  return lines;
}

function addBody(lines: string[], body: string): string {
  const type = body === "" ? [] : ["Content-Type: application/sdp"];
  return [...lines, ...type, `Content-Length: ${Buffer.byteLength(body)}`, "", body].join("\r\n");
}

/** The text of a received message for the parser of the core. */
export function toCoreText(message: SipMessage, connection: SipConnection): string {
  const [first = "", ...following] = listVias(message);
  const body = extractSdp(message) ?? "";
  const method = readMethod(message);
  if (method !== null) {
    // The core compares the user of the Request-URI with its identity. The product decides about numbers.
    const vias = [encodeVia(first, message, connection), ...following];
    return addBody(
      buildHead(`${method} sip:${PLACEHOLDER_USER}@${PLACEHOLDER_HOST} SIP/2.0`, vias, message),
      body,
    );
  }
  const branch = readParameter(first, "branch") ?? "";
  const vias = [`SIP/2.0/TLS ${PLACEHOLDER_HOST};branch=${branch}`, ...following];
  const lines = buildHead(message.startLine, vias, message);
  // The core drops provisional responses without Contact, which many peers omit.
  if (/^SIP\/2\.0 1/.test(message.startLine) && !message.headers.some(([name]) => name === "contact"))
    lines.push(`Contact: <sip:${PLACEHOLDER_HOST}>`);
  return addBody(lines, body);
}

/** The ID of the connection that a response of the core belongs to, or null. */
export function readConnectionId(text: string): string | null {
  const via = /\r\nVia: ([^\r]*)/i.exec(text)?.[1] ?? "";
  const branch = readParameter(via, "branch") ?? "";
  return branch.startsWith(BRANCH_PREFIX) ? (branch.slice(BRANCH_PREFIX.length).split(".")[0] ?? null) : null;
}

/** The Via of the peer that a response of the core answers; empty if it has none. */
export function readResponseVia(text: string): string {
  const via = /\r\nVia: ([^\r]*)/i.exec(text)?.[1] ?? "";
  const original = readParameter(via, "original");
  return original === null ? "" : Buffer.from(original, "base64url").toString();
}

function translateVia(line: string, sentBy: string, transport: SipTransport): string {
  const original = readParameter(line, "original");
  if (original !== null) return `Via: ${Buffer.from(original, "base64url").toString()}`;
  const parameters = line.slice(line.indexOf(";"));
  return `Via: SIP/2.0/${transport.toUpperCase()} ${sentBy}${parameters};alias`;
}

/** The text of a message of the core as it is sent over a connection. */
export function fromCoreText(
  text: string,
  transport: SipTransport,
  { host, port }: AdvertisedAddress,
): string {
  const end = text.indexOf("\r\n\r\n");
  const sentBy = `${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${port}`;
  const placeholderVia = `SIP/2.0/TLS ${PLACEHOLDER_HOST};`;
  // The Via below the first are the peer's, and could imitate the placeholder.
  let isFirstVia = true;
  const lines = text
    .slice(0, end)
    .split("\r\n")
    .map((line) => {
      const name = line.slice(0, line.indexOf(":")).toLowerCase();
      if (name === "via" && isFirstVia) {
        isFirstVia = false;
        return line.includes(placeholderVia) ? translateVia(line, sentBy, transport) : line;
      }
      if (name === "contact" && line.includes(`${PLACEHOLDER_HOST}>`))
        return line.replace(`${PLACEHOLDER_HOST}>`, `${sentBy};transport=${transport}>`);
      // The core adds extensions of a registration that an endpoint does not use.
      if (name === "supported") return line.replace(", path, gruu", "");
      if (name === "allow") return `Allow: ${ALLOWED_METHODS}`;
      return restoreTelUri(line);
    });
  // A header without a value, such as an empty Route, is left out.
  return `${lines.filter((line) => !/^[A-Za-z-]+: ?$/.test(line)).join("\r\n")}${text.slice(end)}`;
}
