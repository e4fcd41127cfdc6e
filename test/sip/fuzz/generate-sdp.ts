import type { Random } from "./random";
import { UNUSUAL_VALUES } from "./unusual-values";

const ADDRESSES = ["127.0.0.1", "0.0.0.0", "192.0.2.2", "224.0.0.1", "host.invalid", "::1", "999.1.1.1", ""];
const PROTOCOLS = ["RTP/AVP", "RTP/SAVP", "RTP/AVPF", "UDP/TLS/RTP/SAVPF", "udptl", "TCP/MSRP", "RTP"];
const SUITES = [
  "AES_CM_128_HMAC_SHA1_80",
  "AES_CM_128_HMAC_SHA1_32",
  "AEAD_AES_128_GCM",
  "F8_128_HMAC_SHA1_80",
  "X",
];
const FORMATS = ["0", "8", "13", "96", "101", "127", "128", "9999", "*", "t38", "-1"];
const PARAMETERS = [
  "",
  "|2^20",
  "|2^20|1:4",
  "|1:999",
  " KDR=1",
  " UNENCRYPTED_SRTP",
  " FEC_ORDER=FEC_SRTP",
  " WSH=0",
];
const DIRECTIONS = ["sendrecv", "sendonly", "recvonly", "inactive"];
const NAMES = [
  "opus/48000/2",
  "PCMU/8000",
  "PCMA/8000",
  "telephone-event/8000",
  "CN/8000",
  "opus/0",
  "/",
  "PCMU",
];

const createKey = (random: Random, bytes: number): string =>
  Buffer.from(Array.from({ length: bytes }, () => random.integer(256))).toString("base64");

/** An attribute of a media section. `secret` replaces the key of some `a=crypto`. */
function createAttribute(random: Random, secret: string | null): string {
  const key = secret ?? createKey(random, random.pick([30, 30, 30, 28, 16, 0, 31, 46]));
  switch (random.integer(9)) {
    case 0:
    case 1:
      return `a=crypto:${random.integer(12)} ${random.pick(SUITES)} inline:${key}${random.pick(PARAMETERS)}`;
    case 2:
      return `a=rtpmap:${random.pick(FORMATS)} ${random.pick(NAMES)}`;
    case 3:
      return `a=fmtp:${random.pick(FORMATS)} ${random.pick(["0-15", "0-16,66", "useinbandfec=1", "0-", ""])}`;
    case 4:
      return `a=${random.pick(DIRECTIONS)}`;
    case 5:
      return random.pick(["a=rtcp-mux", "a=rtcp:1", "a=rtcp:x IN IP4", "a=ptime:0", "a=ptime:20", "a=mid:1"]);
    case 6:
      return `c=IN IP4 ${random.pick(ADDRESSES)}`;
    case 7:
      return secret === null ? "k=prompt" : `k=clear:${secret}`;
    default:
      return `a=${random.pick(UNUSUAL_VALUES)}`;
  }
}

/** A session description. Most can be used, and some have parts that are malformed, missing or repeated. */
export function generateSdp(random: Random, secret: string | null = null): string {
  const address = random.isLikely(0.7) ? "127.0.0.1" : random.pick(ADDRESSES);
  const lines = [
    "v=0",
    `o=- ${random.integer(1e9)} 1 IN IP4 ${address}`,
    "s=-",
    `c=IN IP4 ${address}`,
    "t=0 0",
  ];
  const sections = random.isLikely(0.8) ? 1 : random.integer(20);
  for (let section = 0; section < sections; section++) {
    const kind = random.isLikely(0.85) ? "audio" : random.pick(["video", "image", "application", ""]);
    const port = random.isLikely(0.8)
      ? 40_000 + random.integer(10_000)
      : random.pick([0, -1, 65_536, "x", 1]);
    const protocol = random.isLikely(0.5) ? "RTP/SAVP" : random.pick(PROTOCOLS);
    const formats = Array.from({ length: 1 + random.integer(5) }, () => random.pick(FORMATS));
    lines.push(`m=${kind} ${port} ${protocol} ${random.isLikely(0.7) ? "0 8 101" : formats.join(" ")}`);
    for (let count = random.integer(8); count > 0; count--) lines.push(createAttribute(random, secret));
  }
  if (random.isLikely(0.1)) lines.splice(random.integer(lines.length), 1);
  if (random.isLikely(0.05)) lines[random.integer(lines.length)] = random.pick(UNUSUAL_VALUES);
  return `${lines.join(random.isLikely(0.9) ? "\r\n" : "\n")}\r\n`;
}
