import { SdpError } from "./sdp-error";

/** Longer descriptions are refused: those of video phones have about 4 KB. */
const MAX_CHARS = 32_768;
const MAX_LINES = 500;
const MAX_MEDIA = 16;
const MAX_FORMATS = 64;

export type Direction = "sendrecv" | "sendonly" | "recvonly" | "inactive";

/** An `m=` section with its lines. */
export type SdpMedia = {
  /** `audio`, `video`, … */
  kind: string;
  port: number;
  protocol: string;
  formats: string[];
  /** Address of its `c=` line, or of the session's; null without either. */
  address: string | null;
  /** Values of its attributes by name, in order; "" for a flag. */
  attributes: Map<string, string[]>;
  direction: Direction;
};

export type SdpDescription = { media: SdpMedia[] };

const DIRECTIONS: ReadonlySet<string> = new Set(["sendrecv", "sendonly", "recvonly", "inactive"]);
const PORT = /^[0-9]{1,5}$/;
const TOKEN = /^[!-~]{1,32}$/;

/** `IN IP4 192.0.2.1/127` without the lifetime. */
function readAddress(value: string): string | null {
  const [network, , address] = value.split(" ");
  if (network !== "IN" || address === undefined) return null;
  return address.split("/")[0] ?? null;
}

/** `audio 49170/2 RTP/AVP 0 8`. Throws `SdpError`. */
function readMediaLine(value: string): SdpMedia {
  const [kind = "", ports = "", protocol = "", ...formats] = value.split(" ").filter((part) => part !== "");
  const port = ports.split("/")[0] ?? "";
  const isValid = TOKEN.test(kind) && PORT.test(port) && Number(port) <= 65_535 && TOKEN.test(protocol);
  if (!isValid || formats.length === 0 || !formats.every((format) => TOKEN.test(format)))
    throw new SdpError("not_sdp");
  return {
    kind,
    port: Number(port),
    protocol,
    formats: formats.slice(0, MAX_FORMATS),
    address: null,
    attributes: new Map(),
    direction: "sendrecv",
  };
}

function addAttribute(media: { attributes: Map<string, string[]> }, value: string): void {
  const separator = value.indexOf(":");
  const name = separator === -1 ? value : value.slice(0, separator);
  const values = media.attributes.get(name) ?? [];
  values.push(separator === -1 ? "" : value.slice(separator + 1).trim());
  media.attributes.set(name, values);
}

const directionOf = (attributes: Map<string, string[]>): Direction | null => {
  for (const name of attributes.keys()) if (DIRECTIONS.has(name)) return name as Direction;
  return null;
};

/**
 * Reads the parts of an SDP (RFC 8866) that audio needs; unknown lines are ignored. Throws `SdpError` (`not_sdp`) if it
 * is malformed or longer than 32,768 characters.
 */
export function readSdp(text: string): SdpDescription {
  if (text.length > MAX_CHARS) throw new SdpError("not_sdp");
  const lines = text.split("\n", MAX_LINES + 1);
  if (lines.length > MAX_LINES || lines[0]?.trimEnd() !== "v=0") throw new SdpError("not_sdp");
  const session = { address: null as string | null, attributes: new Map<string, string[]>() };
  const media: SdpMedia[] = [];
  for (const line of lines) {
    const value = line.slice(2).trimEnd();
    const section = media.at(-1) ?? session;
    if (line.startsWith("m=")) media.push(readMediaLine(value));
    else if (line.startsWith("c=")) section.address = readAddress(value);
    else if (line.startsWith("a=")) addAttribute(section, value);
  }
  if (media.length === 0 || media.length > MAX_MEDIA) throw new SdpError("not_sdp");
  const sessionDirection = directionOf(session.attributes) ?? "sendrecv";
  for (const section of media) {
    section.address ??= session.address;
    section.direction = directionOf(section.attributes) ?? sessionDirection;
  }
  return { media };
}
