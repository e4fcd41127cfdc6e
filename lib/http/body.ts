import { AppError, bodyError, bodyProblem, type ErrorDetail, validationError } from "@/lib/platform/errors";

/** Maximum body of an ordinary request (product.md, "Limits"). */
export const MAX_BODY = 1 << 20;
/** Deeper JSON has no legitimate use. */
const MAX_DEPTH = 64;

const tooLarge = (max: number) => new AppError("payload_too_large", { params: { max } });

/**
 * Rejects a body by its headers, before reading or looking up anything: 413 by the declared length, and 415 for a compressed
 * body, which is not decoded.
 */
export function checkBodyHeaders(request: Request, max: number): void {
  const encoding = request.headers.get("content-encoding");
  const isEncoded = encoding !== null && encoding.toLowerCase() !== "identity";
  if (isEncoded && request.method !== "GET") throw new AppError("encoded_body");
  const announced = Number(request.headers.get("content-length") ?? "0");
  if (announced > max) throw tooLarge(max);
}

/**
 * The streamed body with its size counted, as a chunked body declares no length. Throws 413 at the first
 * excess byte.
 */
export async function* bytesOf(request: Request, max: number): AsyncGenerator<Uint8Array> {
  if (request.body === null) return;
  let size = 0;
  for await (const part of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += part.byteLength;
    if (size > max) throw tooLarge(max);
    yield part;
  }
}

/**
 * Reads the whole body; null without one. A body with a declared and accepted length is read at once, which
 * is far cheaper than a stream.
 */
async function readBytes(request: Request, max: number): Promise<Buffer | null> {
  if (request.headers.has("content-length")) {
    const whole = Buffer.from(await request.arrayBuffer());
    if (whole.byteLength > max) throw tooLarge(max);
    return whole.byteLength === 0 ? null : whole;
  }
  const parts: Uint8Array[] = [];
  for await (const part of bytesOf(request, max)) parts.push(part);
  const whole = Buffer.concat(parts);
  return whole.byteLength === 0 ? null : whole;
}

/** Whether PostgreSQL can store the text unchanged: it has no NUL and no lone surrogates. */
export const isStorableText = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

const escapePointer = (key: string): string => key.slice(0, 100).replaceAll("~", "~0").replaceAll("/", "~1");

/** Reports every text in a JSON value that cannot be stored, and a value that is nested too deep. */
function textProblems(root: unknown): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const stack: { value: unknown; pointer: string; depth: number }[] = [
    { value: root, pointer: "", depth: 0 },
  ];
  const bad = (pointer: string) => problems.push(bodyProblem(pointer, "invalid_text"));
  for (let top = stack.pop(); top !== undefined && problems.length < 100; top = stack.pop()) {
    const { value, pointer, depth } = top;
    if (typeof value === "string" && !isStorableText(value)) bad(pointer);
    if (typeof value !== "object" || value === null) continue;
    if (depth >= MAX_DEPTH) {
      problems.push(bodyProblem("", "too_deep", { max: MAX_DEPTH }));
      break;
    }
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorableText(key)) bad(pointer);
      else stack.push({ value: inner, pointer: `${pointer}/${escapePointer(key)}`, depth: depth + 1 });
    }
  }
  return problems;
}

/** In UTF-8 text without `\u`, no part can be a NUL or a lone surrogate. */
const mayHoldBadText = (json: string): boolean => json.includes("\\u");

const isTooDeep = (value: unknown, left: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1)));

const isJson = (type: string | null): boolean => /^application\/json\s*(;.*)?$/i.test(type ?? "");

const isForm = (type: string | null): boolean =>
  /^application\/x-www-form-urlencoded\s*(;.*)?$/i.test(type ?? "");

/** Reads a form's fields; the last value of a repeated one. Throws 413 and 415. */
export async function readForm(request: Request, max: number): Promise<Record<string, string>> {
  const raw = await readBytes(request, max);
  if (raw === null) return {};
  if (!isForm(request.headers.get("content-type"))) throw new AppError("form_body_needed");
  return Object.fromEntries(new URLSearchParams(raw.toString("utf8")));
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** A body as received and as parsed. An empty one is `{}`, also for an Idempotency-Key. */
export type JsonBody = { value: unknown; raw: Buffer };
const EMPTY = Buffer.from("{}");

/** Reads a JSON body. Throws 413, 415, or a 400 that says what to fix. */
export async function readJson(request: Request, max: number): Promise<JsonBody> {
  const raw = await readBytes(request, max);
  if (raw === null) return { value: {}, raw: EMPTY };
  if (!isJson(request.headers.get("content-type"))) {
    throw new AppError("json_body_needed");
  }
  let text: string;
  let value: unknown;
  try {
    text = utf8.decode(raw);
    value = JSON.parse(text);
  } catch {
    throw bodyError("", "json_invalid");
  }
  if (mayHoldBadText(text) || isTooDeep(value, MAX_DEPTH)) {
    const problems = textProblems(value);
    if (problems.length > 0) throw validationError(problems);
  }
  return { value, raw };
}
