import { parseSipUri } from "./address";
import { SUPPORTED_EXTENSIONS } from "./core";
import {
  readHeader,
  readHeaders,
  readMethod,
  readParameter,
  readRequestUri,
  type SipMessage,
} from "./message";

/** A request that is refused before it is handled: the status and additional headers. */
export type Refusal = { status: number; headers: string[] };

const SINGLE_HEADERS = ["from", "to", "call-id", "cseq"];
const CSEQ = /^(\d{1,10})[ \t]+(\S+)$/;
const MAX_CSEQ = 2 ** 31;

/** Whether a message has the headers that every message needs, each of them once. */
export function isComplete(message: SipMessage): boolean {
  const hasSingles = SINGLE_HEADERS.every((name) => {
    const values = readHeaders(message, name);
    return values.length === 1 && values[0] !== "";
  });
  return hasSingles && readHeaders(message, "via").length > 0;
}

/** The refusal of a malformed or unsupported request, or null. */
export function refuseRequest(message: SipMessage): Refusal | null {
  if (!message.startLine.endsWith(" SIP/2.0")) return { status: 505, headers: [] };
  const method = readMethod(message);
  const [, number, cseqMethod] = CSEQ.exec(readHeader(message, "cseq") ?? "") ?? [];
  const hops = readHeader(message, "max-forwards");
  const isMalformed =
    cseqMethod !== method ||
    Number(number) >= MAX_CSEQ ||
    readParameter(readHeader(message, "from") ?? "", "tag") === "" ||
    (hops !== null && !/^(?:\d{1,2}|1\d\d|2[0-4]\d|25[0-5])$/.test(hops)) ||
    (message.body !== "" && readHeader(message, "content-type") === null);
  if (isMalformed) return { status: 400, headers: [] };
  if (!parseSipUri(readRequestUri(message))) return { status: 416, headers: [] };
  if (method === "ACK" || method === "CANCEL") return null;
  const unsupported = readHeaders(message, "require")
    .flatMap((value) => value.split(","))
    .map((value) => value.trim())
    .filter((tag) => tag !== "" && !SUPPORTED_EXTENSIONS.includes(tag.toLowerCase()));
  if (unsupported.length > 0) return { status: 420, headers: [`Unsupported: ${unsupported.join(", ")}`] };
  return null;
}
