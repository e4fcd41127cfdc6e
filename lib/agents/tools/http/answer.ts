import { isDeeperThan } from "./parameters";

/** What of an answer reaches the model and the transcript. */
const MAX_RESULT_BYTES = 64 * 1024;
/** How deep JSON may nest; the walk below is recursive. */
const MAX_DEPTH = 60;
const CUT = "\n[cut]";
/** Types whose bytes mean nothing as text. */
const BINARY =
  /^(?:image|audio|video|font)\/|octet-stream|\/(?:pdf|zip|gzip|x-protobuf|protobuf|msgpack|cbor)\b/i;

/** `value` undefined: the answer is not one that can be used. */
export type Read = { usable: boolean; value: unknown };

const UNUSABLE: Read = { usable: false, value: null };

/**
 * An answer as a tool's result: JSON where it is JSON (or begins like it and parses), else text; null if it is empty.
 * `clean` is applied to every text and name in it. What is larger than 64 KiB becomes text that is cut there.
 */
export async function readAnswer(response: Response, clean: (text: string) => string): Promise<Read> {
  const type = response.headers.get("content-type") ?? "";
  if (BINARY.test(type)) return UNUSABLE;
  const text = await response.text();
  if (text.includes("\u0000")) return UNUSABLE;
  if (text.trim() === "") return { usable: true, value: null };
  const claimed = /\bjson\b/i.test(type);
  const json = claimed || /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  if (json === undefined) return claimed ? UNUSABLE : { usable: true, value: capped(clean(text)) };
  if (isDeeperThan(json.value, MAX_DEPTH)) return UNUSABLE;
  const cleaned = cleanTree(json.value, clean);
  const size = Buffer.byteLength(JSON.stringify(cleaned));
  return { usable: true, value: size > MAX_RESULT_BYTES ? capped(JSON.stringify(cleaned)) : cleaned };
}

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function cleanTree(node: unknown, clean: (text: string) => string): unknown {
  // PostgreSQL's jsonb and many readers take no NUL, which JSON can spell.
  if (typeof node === "string") return clean(node).replaceAll("\u0000", "\ufffd");
  if (typeof node === "number") return clean(String(node)) === String(node) ? node : clean(String(node));
  if (Array.isArray(node)) return node.map((child) => cleanTree(child, clean));
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, child]) => [cleanTree(key, clean), cleanTree(child, clean)]),
  );
}

/** The text, or as much of it as fits, ending at a whole character. */
function capped(text: string): string {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.byteLength <= MAX_RESULT_BYTES) return text;
  const head = bytes.subarray(0, MAX_RESULT_BYTES - Buffer.byteLength(CUT));
  return new TextDecoder().decode(head, { stream: true }) + CUT;
}
