import { isDeeperThan } from "./parameters";

/** Maximum size of a result for the model and the transcript. */
const MAX_RESULT_BYTES = 64 * 1024;
/** Maximum depth of JSON; the walk below is recursive. */
const MAX_DEPTH = 60;
const CUT = "\n[cut]";
/** Content types that are not text. */
const BINARY =
  /^(?:image|audio|video|font)\/|octet-stream|\/(?:pdf|zip|gzip|x-protobuf|protobuf|msgpack|cbor)\b/i;

/** `content` is null if the response is unusable. */
export type ParsedResponse = { isUsable: boolean; content: unknown };

const UNUSABLE: ParsedResponse = { isUsable: false, content: null };

/**
 * Reads the content of a response: JSON if it is JSON (or starts like it and parses), else text; null if it is empty.
 */
export async function readResponse(response: Response): Promise<ParsedResponse> {
  const type = response.headers.get("content-type") ?? "";
  if (BINARY.test(type)) return UNUSABLE;
  const text = await response.text();
  if (text.includes("\u0000")) return UNUSABLE;
  if (text.trim() === "") return { isUsable: true, content: null };
  const claimed = /\bjson\b/i.test(type);
  const json = claimed || /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  if (json === undefined) return claimed ? UNUSABLE : { isUsable: true, content: text };
  return isDeeperThan(json.value, MAX_DEPTH) ? UNUSABLE : { isUsable: true, content: json.value };
}

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Applies `clean` to every text and name of a content. A result over 64 KiB becomes truncated text. */
export function toResult(content: unknown, clean: (text: string) => string): unknown {
  const cleaned = cleanTree(content, clean);
  if (typeof cleaned === "string") return truncate(cleaned);
  const json = JSON.stringify(cleaned);
  return Buffer.byteLength(json) > MAX_RESULT_BYTES ? truncate(json) : cleaned;
}

function cleanTree(node: unknown, clean: (text: string) => string): unknown {
  // PostgreSQL's jsonb and many readers reject NUL, which JSON can contain.
  if (typeof node === "string") return clean(node).replaceAll("\u0000", "\ufffd");
  if (typeof node === "number") return clean(String(node)) === String(node) ? node : clean(String(node));
  if (Array.isArray(node)) return node.map((child) => cleanTree(child, clean));
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, child]) => [cleanTree(key, clean), cleanTree(child, clean)]),
  );
}

/** Truncates a text to the maximum size, between characters. */
function truncate(text: string): string {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.byteLength <= MAX_RESULT_BYTES) return text;
  const head = bytes.subarray(0, MAX_RESULT_BYTES - Buffer.byteLength(CUT));
  return new TextDecoder().decode(head, { stream: true }) + CUT;
}
