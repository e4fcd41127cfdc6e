import type { SipConnection } from "./connection";
import type { SipTrace } from "./types";

const MAX_TRACE_BYTES = 8_192;
const SECRET_HEADERS = /^(?:authorization|proxy-authorization|identity|y)\s*:/i;
const REMOVED = "[removed]";

/** A message without credentials, keys, the Identity header and bodies that are not SDP, at most 8 KiB. */
export function removeSecrets(text: string): string {
  const end = text.indexOf("\r\n\r\n");
  const lines: string[] = [];
  let isSecret = false;
  for (const line of text.slice(0, end === -1 ? undefined : end).split("\r\n")) {
    const isFolded = line.startsWith(" ") || line.startsWith("\t");
    if (!isFolded) isSecret = SECRET_HEADERS.test(line);
    if (!isSecret) lines.push(line);
    else if (!isFolded) lines.push(`${line.slice(0, line.indexOf(":"))}: ${REMOVED}`);
  }
  const isSdp = lines.some((line) => /^(?:content-type|c)\s*:\s*application\/sdp/i.test(line));
  const body = end === -1 ? "" : text.slice(end + 4);
  const safeBody = isSdp ? removeKeys(body) : body === "" ? "" : REMOVED;
  return truncate(`${lines.join("\r\n")}\r\n\r\n${safeBody}`);
}

/** Removes the keys of SRTP from SDP: `a=crypto` (RFC 4568), `a=key-mgmt` (RFC 4567) and `k=`. */
function removeKeys(sdp: string): string {
  return sdp
    .split(/\r\n|\r|\n/)
    .map((line) => {
      const secret = /^(?:a=crypto:\d{0,9}|a=key-mgmt:|k=)/i.exec(line);
      if (secret) return `${secret[0]} ${REMOVED}`;
      // Keys in capabilities (RFC 5939), or behind unusual white space.
      return /inline:|prot=/i.test(line) ? REMOVED : line;
    })
    .join("\r\n");
}

function truncate(text: string): string {
  return Buffer.byteLength(text) <= MAX_TRACE_BYTES
    ? text
    : Buffer.from(text).subarray(0, MAX_TRACE_BYTES).toString("utf8");
}

/** The trace of a message as it is on the wire. */
export function createTrace(text: string, direction: "in" | "out", { source }: SipConnection): SipTrace {
  const callId = /\r\n(?:call-id|i)[ \t]*:[ \t]*([^\r]{1,255})/i.exec(text)?.[1]?.trim() ?? "";
  return {
    callId,
    direction,
    at: new Date().toISOString(),
    transport: source.transport,
    peer: `${source.address}:${source.port}`,
    startLine: text.slice(0, text.indexOf("\r\n")).slice(0, 500),
    text: removeSecrets(text),
  };
}
