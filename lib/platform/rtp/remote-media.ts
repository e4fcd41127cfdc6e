import { isIP } from "node:net";
import { type CryptoAttribute, readCrypto } from "./crypto-attribute";
import { type Format, readFormats } from "./formats";
import type { Direction, SdpDescription, SdpMedia } from "./sdp-description";
import { SdpError } from "./sdp-error";

/** The audio section that a session uses, as the other side describes it. */
export type RemoteMedia = {
  /** Its place among the media sections. */
  index: number;
  protocol: string;
  /** Null while the other side holds the call by a null address (RFC 3264, 8.4). */
  address: string | null;
  port: number;
  rtcpPort: number;
  hasMux: boolean;
  direction: Direction;
  formats: Format[];
  cryptos: CryptoAttribute[];
  /** Packet time that the other side prefers to receive, in ms. */
  ptimeMs: number | null;
};

const PLAIN: ReadonlySet<string> = new Set(["RTP/AVP", "RTP/AVPF"]);
const SECURE: ReadonlySet<string> = new Set(["RTP/SAVP", "RTP/SAVPF"]);
const NULL_ADDRESSES: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);
const INTEGER = /^[0-9]{1,5}$/;

export const isSecureProtocol = (protocol: string): boolean => SECURE.has(protocol);

const isUsable = ({ kind, port, protocol }: SdpMedia): boolean =>
  kind === "audio" && port > 0 && (PLAIN.has(protocol) || SECURE.has(protocol));

function readInteger(value: string | undefined): number | null {
  const number = value?.split(" ")[0] ?? "";
  return INTEGER.test(number) ? Number(number) : null;
}

/** Multicast is never a caller's address, and would send audio to many. */
function isUnicast(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return Number(address.split(".")[0]) < 224;
  return family === 6 && !address.toLowerCase().startsWith("ff");
}

/** Reads a section. Throws `SdpError` (`no_address`). */
function readSection(section: SdpMedia, index: number): RemoteMedia {
  const { address, port, attributes, protocol, direction } = section;
  const isNull = address !== null && NULL_ADDRESSES.has(address);
  if (address === null || (!isNull && !isUnicast(address))) throw new SdpError("no_address");
  const rtcpPort = readInteger(attributes.get("rtcp")?.[0]);
  return {
    index,
    protocol,
    address: isNull ? null : address,
    port,
    rtcpPort: rtcpPort !== null && rtcpPort > 0 && rtcpPort < 65_536 ? rtcpPort : Math.min(port + 1, 65_535),
    hasMux: attributes.has("rtcp-mux"),
    direction,
    formats: readFormats(section),
    cryptos: (attributes.get("crypto") ?? []).flatMap((value) => readCrypto(value) ?? []),
    ptimeMs: readInteger(attributes.get("ptime")?.[0]),
  };
}

/** The audio sections that could be used, in order. Throws `SdpError` (`no_audio`, `no_address`). */
export function readRemoteMedia({ media }: SdpDescription): RemoteMedia[] {
  const sections = media.flatMap((section, index) => (isUsable(section) ? [{ section, index }] : []));
  if (sections.length === 0) throw new SdpError("no_audio");
  return sections.map(({ section, index }) => readSection(section, index));
}
