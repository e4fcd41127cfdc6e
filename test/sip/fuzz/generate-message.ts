import { generateSdp } from "./generate-sdp";
import type { Random } from "./random";
import { UNUSUAL_VALUES } from "./unusual-values";

/** Tags of a dialog that the endpoint has created, for requests that belong to it. */
export type DialogTags = { callId: string; fromTag: string; toTag: string };

export type MessageOptions = {
  dialog?: DialogTags | undefined;
  /** Replaces the secrets: credentials, the key of `a=crypto`, the Identity header. */
  secret?: string;
};

const METHODS =
  "INVITE ACK BYE CANCEL OPTIONS REGISTER PRACK UPDATE REFER INFO NOTIFY SUBSCRIBE MESSAGE FOO".split(" ");
const IN_DIALOG_METHODS = "ACK BYE INVITE UPDATE INFO PRACK REFER NOTIFY CANCEL OPTIONS".split(" ");
const STATUSES = [
  "100 Trying",
  "180 Ringing",
  "183 Progress",
  "200 OK",
  "302 Moved",
  "401 Unauthorized",
  "486 Busy",
];
const COMPACT: Readonly<Record<string, string>> = {
  ...{
    Via: "v",
    From: "f",
    To: "t",
    "Call-ID": "i",
    Contact: "m",
    "Content-Type": "c",
    "Content-Length": "l",
  },
  ...{ Supported: "k", "Session-Expires": "x", "Refer-To": "r", Event: "o", Identity: "y" },
};
const TYPES = [
  ...["application/sdp", "application/sdp", "application/sdp", "application/dtmf-relay", "message/sipfrag"],
  ...["multipart/mixed;boundary=b", "multipart/mixed", "text/plain", "", 'application/sdp;charset="', "/"],
];

/** Optional headers with values of the grammar. */
const OPTIONAL_HEADERS: readonly ((random: Random, secret: string) => string)[] = [
  (random) => `Require: ${random.pick(["100rel", "timer", "100rel, timer", "nothing", ",", ""])}`,
  (random) => `Supported: ${random.pick(["100rel", "timer", "replaces", "path,gruu"])}`,
  (random) =>
    `Session-Expires: ${random.pick(["90", "1800;refresher=uas", "0", "-1;refresher=x", "99999999999"])}`,
  (random) => `Min-SE: ${random.pick(["90", "0", "99999", "x"])}`,
  (random) =>
    `Record-Route: ${random.pick(["<sip:127.0.0.1:9;transport=tcp;lr>", "<sip:a;lr>,<sip:b>", "<", "sip:x"])}`,
  (random) => `Route: ${random.pick(["<sip:127.0.0.1;lr>", "<sip:[::1]>", ""])}`,
  (random) => `RAck: ${random.pick(["1 1 INVITE", "0 0 X", "1", "99999999999 1 INVITE"])}`,
  (random) => `Refer-To: ${random.pick(["<sip:+12125550199@a>", "sip:a?Replaces=x", "<tel:911>", ""])}`,
  (random) => `Event: ${random.pick(["refer", "refer;id=1", "presence", ";"])}`,
  (random) => `Subscription-State: ${random.pick(["active", "terminated;reason=noresource", "x"])}`,
  (random) =>
    `P-Asserted-Identity: ${random.pick(['"A" <sip:+12125550142@a>', "<tel:+1>", "<sip:a>,<tel:b>", '"'])}`,
  (random) => `Expires: ${random.pick(["0", "60", "x", "4294967296"])}`,
  (random) => `Retry-After: ${random.pick(["5", "-1", "99999999999 (busy);duration=1"])}`,
  (random) =>
    `WWW-Authenticate: Digest realm="r", nonce="${random.integer(99)}", algorithm=${random.pick(["MD5", "SHA-256", "X"])}, qop="${random.pick(["auth", "auth-int", ""])}"`,
  (random, secret) =>
    `${random.pick(["Authorization", "Proxy-Authorization"])}: Digest username="pbx", realm="127.0.0.1", nonce="${secret}", uri="sip:a", response="${secret}", qop=auth, nc=${random.pick(["00000001", "x"])}, cnonce="c"`,
  (_random, secret) => `Identity: ${secret};info=<https://a>;alg=ES256`,
  (random) =>
    `${random.pick(["X-A", "Subject", "Warning", "Date", "Accept"])}: ${random.pick(UNUSUAL_VALUES)}`,
];

/** Writes a header name as an implementation may: in full, in another case, in its compact form, with white space. */
function writeHeader(random: Random, line: string): string {
  const colon = line.indexOf(":");
  const [name, value] = [line.slice(0, colon), line.slice(colon + 1).trim()];
  const compact = COMPACT[name];
  const label =
    compact !== undefined && random.isLikely(0.2)
      ? compact
      : random.isLikely(0.1)
        ? random.pick([name.toLowerCase(), name.toUpperCase()])
        : name;
  const fold = random.isLikely(0.05) && value.includes(" ") ? value.replace(" ", "\r\n ") : value;
  return `${label}${random.isLikely(0.05) ? " \t" : ""}:${random.isLikely(0.95) ? " " : ""}${fold}`;
}

function createBody(random: Random, secret: string | null, isNeeded: boolean): [type: string, body: string] {
  if (!isNeeded && random.isLikely(0.7)) return ["", ""];
  const type = random.isLikely(0.7) ? "application/sdp" : random.pick(TYPES);
  const sdp = generateSdp(random, secret);
  if (type.startsWith("multipart"))
    return [type, `--b\r\nContent-Type: application/sdp\r\n\r\n${sdp}\r\n--b--\r\n`];
  if (type === "application/dtmf-relay")
    return [type, `Signal=${random.pick(["5", "#", "", "flash", "55"])}\r\nDuration=160`];
  if (type === "message/sipfrag")
    return [type, `SIP/2.0 ${random.pick(["100 Trying", "200 OK", "999 X", ""])}`];
  return [type, sdp];
}

/** A request or response of the grammar (RFC 3261 section 25), in which a few parts are replaced by unusual values. */
export function generateMessage(random: Random, { dialog, secret }: MessageOptions = {}): string {
  const isResponse = dialog === undefined && random.isLikely(0.08);
  const method = random.pick(dialog ? IN_DIALOG_METHODS : random.isLikely(0.5) ? ["INVITE"] : METHODS);
  const number = random.isLikely(0.9) ? "+12125550100" : random.pick(UNUSUAL_VALUES);
  const id = random.integer(2 ** 31).toString(36);
  const toTag = dialog?.toTag ?? (random.isLikely(0.05) ? id : null);
  const fromTag = dialog?.fromTag ?? `f${id}`;
  const lines = [
    isResponse ? `SIP/2.0 ${random.pick(STATUSES)}` : `${method} sip:${number}@127.0.0.1 SIP/2.0`,
    `Via: SIP/2.0/TCP 127.0.0.1:${random.pick([5060, 5060, 0, 65536])};branch=z9hG4bK${id}${random.pick(["", ";rport", ";received=1"])}`,
    `From: ${random.pick(['"Ann" ', "", "Ann ", '"\\"" '])}<sip:+13125550111@a>;tag=${fromTag}`,
    `To: ${random.pick(["<sip:+12125550100@127.0.0.1>", "<tel:+12125550100>"])}${toTag === null ? "" : `;tag=${toTag}`}`,
    `Call-ID: ${dialog?.callId ?? `c${id}`}`,
    `CSeq: ${random.isLikely(0.9) ? 1 + random.integer(50) : random.pick(UNUSUAL_VALUES)} ${method}`,
    ...(random.isLikely(0.9) ? ["Contact: <sip:ann@127.0.0.1:9;transport=tcp>"] : []),
    ...(random.isLikely(0.9) ? [`Max-Forwards: ${random.pick(["70", "0", "255", "256"])}`] : []),
  ];
  for (let count = random.integer(4); count > 0; count--)
    lines.push(random.pick(OPTIONAL_HEADERS)(random, secret ?? "0123456789abcdef"));
  const hasOffer = method === "INVITE" || method === "UPDATE";
  return joinMessage(random, lines, createBody(random, secret ?? null, hasOffer));
}

/** Joins the lines and the body, of which a few are left out or repeated. */
function joinMessage(random: Random, lines: string[], [type, body]: [type: string, body: string]): string {
  if (type !== "") lines.push(`Content-Type: ${type}`);
  const length = random.isLikely(0.97)
    ? String(Buffer.byteLength(body, "latin1"))
    : random.pick(UNUSUAL_VALUES);
  lines.push(`Content-Length: ${length}`);
  const [startLine = "", ...headers] = lines;
  if (random.isLikely(0.1)) headers.splice(random.integer(headers.length), 1);
  if (random.isLikely(0.1)) headers.push(random.pick(headers));
  return [startLine, ...headers.map((line) => writeHeader(random, line)), "", body].join("\r\n");
}
