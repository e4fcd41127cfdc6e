import type { SipConnection } from "./connection";
import { maskAddress, maskDigitRuns, maskDigits, maskHost, maskUri } from "./mask-address";
import { expandHeaderName } from "./message";
import type { SipTrace } from "./types";

/** A message has about 20 headers and 15 lines of SDP. */
const MAX_HEADERS = 40;
const MAX_SDP_LINES = 60;
const MAX_VALUE = 300;

/** Parameters of a challenge that are kept: its nonce and opaque value are left out. */
const CHALLENGE_PARAMETERS = new Set(["realm", "algorithm", "qop", "stale"]);

function cleanChallenge(value: string): string {
  const space = value.indexOf(" ");
  const scheme = value.slice(0, Math.max(space, 0));
  if (scheme.toLowerCase() !== "digest") return "[challenge]";
  const parameters = value
    .slice(space + 1)
    .split(",")
    .map((parameter) => parameter.trim())
    .filter((parameter) => CHALLENGE_PARAMETERS.has(parameter.split("=")[0]?.trim().toLowerCase() ?? ""));
  return maskDigits(`Digest ${parameters.join(", ")}`);
}

/** Protocol and sender of a Via. */
function cleanVia(value: string): string {
  const [protocol = "", sender = ""] = value.split(";")[0]?.trim().split(/\s+/) ?? [];
  return `${maskDigits(protocol)} ${maskHost(sender)}`;
}

const keepNumber = (value: string): string =>
  /^\d{1,10}(?: [A-Z]{1,20})?$/.test(value) ? value : maskDigits(value);

/** Headers that a trace has, with the function that makes each value fit to be stored. All other headers are left out. */
const HEADERS: Readonly<Record<string, (value: string) => string>> = {
  from: maskAddress,
  to: maskAddress,
  contact: maskAddress,
  "p-asserted-identity": maskAddress,
  "p-preferred-identity": maskAddress,
  "remote-party-id": maskAddress,
  diversion: maskAddress,
  "refer-to": maskAddress,
  "referred-by": maskAddress,
  via: cleanVia,
  "call-id": maskDigits,
  cseq: keepNumber,
  "max-forwards": keepNumber,
  "content-length": keepNumber,
  expires: keepNumber,
  "min-expires": keepNumber,
  "retry-after": maskDigits,
  "session-expires": maskDigits,
  "min-se": maskDigits,
  allow: maskDigits,
  supported: maskDigits,
  require: maskDigits,
  unsupported: maskDigits,
  accept: maskDigits,
  event: maskDigits,
  "subscription-state": maskDigits,
  "content-type": maskDigits,
  "user-agent": maskDigits,
  server: maskDigits,
  reason: maskDigits,
  warning: maskDigits,
  privacy: maskDigits,
  date: maskDigits,
  "www-authenticate": cleanChallenge,
  "proxy-authenticate": cleanChallenge,
};

const ATTRIBUTES =
  /^a=(?:rtpmap|fmtp|ptime|maxptime|sendrecv|sendonly|recvonly|inactive|rtcp|rtcp-mux)(?::|$)/;
const KEY_TEXT = /inline:|crypto|key-mgmt|prot=/i;
const ADDRESS = /^IN IP[46] [0-9A-Fa-f.:]{2,45}$/;

/** A line of SDP that a trace has: the addresses, the media and the codecs; null for all others, such as keys of SRTP. */
function cleanSdpLine(line: string): string | null {
  if (KEY_TEXT.test(line)) return null;
  if (line.startsWith("o=")) {
    const address = line.split(" ").slice(-3).join(" ");
    return `o=- ${ADDRESS.test(address) ? address : "[address]"}`;
  }
  if (line.startsWith("c=")) return ADDRESS.test(line.slice(2)) ? line : "c=[address]";
  if (line.startsWith("m=") || ATTRIBUTES.test(line)) return maskDigitRuns(line);
  return null;
}

/** The request or status line without the number. */
function cleanStartLine(line: string): string {
  if (line.startsWith("SIP/2.0 ")) return maskDigits(line).slice(0, MAX_VALUE);
  const [method = "", uri = ""] = line.split(" ");
  return `${/^[A-Za-z]{1,20}$/.test(method) ? method : "[method]"} ${maskUri(uri)}`.slice(0, MAX_VALUE);
}

type Lines = { headers: [name: string, value: string][]; omitted: number };

/** Reads the headers of a message: unfolded, with lowercase full names. */
function readLines(head: readonly string[]): Lines {
  const headers: [name: string, value: string][] = [];
  for (const line of head) {
    const last = headers.at(-1);
    if (line.startsWith(" ") || line.startsWith("\t")) {
      if (last) last[1] += ` ${line.trim()}`;
    } else {
      const colon = line.indexOf(":");
      headers.push([expandHeaderName(line.slice(0, Math.max(colon, 0))), line.slice(colon + 1).trim()]);
    }
  }
  const cleaned = headers
    .flatMap(([name, value]): [string, string][] => {
      const cleanValue = Object.hasOwn(HEADERS, name) ? HEADERS[name] : undefined;
      return cleanValue ? [[name, cleanValue(value).slice(0, MAX_VALUE)]] : [];
    })
    .slice(0, MAX_HEADERS);
  return { headers: cleaned, omitted: headers.length - cleaned.length };
}

/**
 * The trace of a message as it is on the wire. It has only listed headers and lines of SDP, so that an unexpected
 * header cannot store a secret. Names, numbers and accounts are masked; credentials, nonces, keys and the Identity header are left out.
 */
export function createTrace(text: string, direction: "in" | "out", { source }: SipConnection): SipTrace {
  const end = text.indexOf("\r\n\r\n");
  const [startLine = "", ...head] = text.slice(0, end === -1 ? undefined : end).split("\r\n");
  const { headers, omitted } = readLines(head);
  const headerOf = (name: string) => headers.find(([header]) => header === name)?.[1] ?? "";
  const isSdp = headerOf("content-type").toLowerCase().startsWith("application/sdp");
  const sdp = isSdp && end !== -1 ? text.slice(end + 4).split(/\r\n|\r|\n/) : [];
  const callId = /\r\n(?:call-id|i)[ \t]*:[ \t]*([^\r]{1,255})/i.exec(text)?.[1]?.trim() ?? "";
  return {
    callId,
    direction,
    at: new Date().toISOString(),
    transport: source.transport,
    peer: `${source.address}:${source.port}`,
    startLine: cleanStartLine(startLine),
    method: headerOf("cseq").split(" ")[1] ?? "",
    headers,
    omittedHeaders: omitted,
    sdp: sdp
      .map(cleanSdpLine)
      .filter((line) => line !== null)
      .slice(0, MAX_SDP_LINES)
      .map((line) => line.slice(0, MAX_VALUE)),
  };
}
