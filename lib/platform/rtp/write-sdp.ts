import { isIPv6 } from "node:net";
import { type CryptoAttribute, writeCrypto } from "./crypto-attribute";
import { type Format, writeFormats } from "./formats";
import type { Direction, SdpMedia } from "./sdp-description";

/** The local description of a session. */
export type LocalDescription = {
  sessionId: number;
  version: number;
  address: string;
  port: number;
  protocol: string;
  formats: readonly Format[];
  direction: Direction;
  cryptos: readonly CryptoAttribute[];
  hasMux: boolean;
};

const PTIME_MS = 20;

function writeAudio(local: LocalDescription): string[] {
  const types = local.formats.map(({ payloadType }) => payloadType).join(" ");
  return [
    `m=audio ${local.port} ${local.protocol} ${types}`,
    ...local.cryptos.map((crypto) => `a=crypto:${writeCrypto(crypto)}`),
    ...writeFormats(local.formats),
    `a=ptime:${PTIME_MS}`,
    "a=maxptime:60",
    `a=${local.direction}`,
    ...(local.hasMux ? ["a=rtcp-mux"] : [`a=rtcp:${local.port + 1}`]),
  ];
}

/** A section that is not used is answered with port 0 (RFC 3264, 6). */
const rejectSection = ({ kind, protocol, formats }: SdpMedia): string =>
  `m=${kind} 0 ${protocol} ${formats.join(" ")}`;

/**
 * Writes an offer, or an answer if the sections of an offer are given, of which `index` is used; further sections are
 * rejected.
 */
export function writeSdp(
  local: LocalDescription,
  answered?: { sections: SdpMedia[]; index: number },
): string {
  const family = isIPv6(local.address) ? "IP6" : "IP4";
  const media =
    answered?.sections.flatMap((section, at) =>
      at === answered.index ? writeAudio(local) : [rejectSection(section)],
    ) ?? writeAudio(local);
  const lines = [
    "v=0",
    `o=- ${local.sessionId} ${local.version} IN ${family} ${local.address}`,
    "s=-",
    `c=IN ${family} ${local.address}`,
    "t=0 0",
    ...media,
  ];
  return `${lines.join("\r\n")}\r\n`;
}
