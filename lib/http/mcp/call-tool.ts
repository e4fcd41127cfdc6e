import { peerOf, setPeer } from "../peer";
import type { Handler } from "../spec";
import { parametersOf } from "./tool-schema";
import type { ToolSpec } from "./tools";

/** Headers that say who sends the request, and from where. */
const SENDER_HEADERS = ["authorization", "forwarded", "user-agent", "x-forwarded-for", "x-forwarded-proto"];
/** A longer result would fill the context of most models. */
const MAX_RESULT_CHARS = 200_000;

export type ToolResult = {
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
};

const failure = (text: string): ToolResult => ({ content: [{ type: "text", text }], isError: true });

/** The request to the tool's route that the sender of `original` would send. */
function requestOf(tool: ToolSpec, original: Request, args: Record<string, unknown>, signal: AbortSignal) {
  const url = new URL(original.url);
  const params: Record<string, string> = {};
  url.search = "";
  for (const { name, in: place } of parametersOf(tool)) {
    const value = args[name];
    if (value === undefined) continue;
    if (place === "path") params[name] = String(value);
    else url.searchParams.set(name, String(value));
  }
  url.pathname = `/v1${tool.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ""))}`;
  const headers = new Headers({ accept: "application/json" });
  for (const name of SENDER_HEADERS) {
    const value = original.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const body = args.body === undefined ? null : JSON.stringify(args.body);
  if (body !== null) {
    headers.set("content-type", "application/json");
    headers.set("content-length", String(Buffer.byteLength(body)));
  }
  const request = new Request(url, { method: tool.method, headers, body, signal });
  const address = peerOf(original);
  if (address !== null) setPeer(request, address);
  return { request, params };
}

/** Names an error as a model and its person need it: the sentence, then the fields that are wrong. */
function describeProblem(text: string): string {
  const { detail, details = [] } = JSON.parse(text) as {
    detail: string;
    details?: { pointer: string; message: string }[];
  };
  return [detail, ...details.map(({ pointer, message }) => `${pointer}: ${message}`)].join("\n");
}

/**
 * Calls a tool: sends the request to its route with the key of the original request. A refusal of the route is a result with
 * `isError`, so that the model can correct its arguments.
 */
export async function callTool(
  tool: ToolSpec,
  handler: Handler,
  original: Request,
  args: Record<string, unknown>,
  signal: AbortSignal,
): Promise<ToolResult> {
  const names = [...parametersOf(tool).map(({ name }) => name), "body"];
  const extra = Object.keys(args).filter((name) => !names.includes(name));
  if (extra.length > 0)
    return failure(`Unknown arguments: ${extra.slice(0, 10).join(", ")}. Use ${names.join(", ")}.`);
  const { request, params } = requestOf(tool, original, args, signal);
  const response = await handler(request, { params: Promise.resolve(params) });
  const text = await response.text();
  if (!response.ok) return failure(describeProblem(text));
  if (text.length > MAX_RESULT_CHARS)
    return failure(
      "The result is too long for a model. Ask for fewer rows with limit, or read it with the API.",
    );
  if (text === "") return { content: [{ type: "text", text: "Done." }] };
  return {
    content: [{ type: "text", text }],
    structuredContent: JSON.parse(text) as Record<string, unknown>,
  };
}
