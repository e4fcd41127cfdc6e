import {
  createCredentialRemover,
  credentialHeaders,
  isBoundTo,
  type ToolCredential,
} from "@/lib/agents/providers";
import { defaultHttpClient, EgressError, type HttpClient } from "@/lib/platform/egress";
import { validateArguments } from "./arguments";
import { bodyFormat, renderBody } from "./body-template";
import { renderHeaders } from "./header-template";
import { readResponse } from "./read-response";
import { contentTypeOf, type HttpTool } from "./schema";
import { ArgumentError, type Arguments } from "./template";
import { createToolError, type ToolError } from "./tool-error";
import { renderUrl } from "./url-template";

/** Maximum bytes read of a response. Only 64 KiB are kept, but JSON must be complete to be cleaned. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_REDIRECTS = 3;

/**
 * `result` is JSON, text, or null. An error response (4xx, 5xx) has one too, as it often explains the error.
 */
export type ToolResult =
  | { ok: true; status: number; result: unknown }
  | { ok: false; status?: number; result: unknown; error: ToolError };

export type RunHttpTool = {
  credential?: ToolCredential | undefined;
  signal?: AbortSignal | undefined;
  egress?: HttpClient;
};

const failed = (error: ToolError): ToolResult => ({ ok: false, result: null, error });

/**
 * Runs an HTTP tool with a model's arguments. Never throws. The credential is sent only to the hosts that it
 * is bound to, checked for each hop of a redirect, and removed from the result. A tool whose credential is
 * not bound to its host is rejected, as the request without it would fail with a less clear error.
 */
export async function runHttpTool(
  tool: HttpTool,
  args: unknown,
  options: RunHttpTool = {},
): Promise<ToolResult> {
  const validated = validateArguments(tool.parameters, args);
  if (!validated.ok) return failed(validated.error);
  try {
    return await exchange(tool, render(tool, validated.args), options);
  } catch (error) {
    return explain(error, options.signal);
  }
}

type Rendered = { url: URL; headers: Record<string, string>; body: string | null };

function render({ request }: HttpTool, args: Arguments): Rendered {
  const url = renderUrl(request.url, args);
  const headers = {
    accept: "application/json, text/*;q=0.8",
    "user-agent": "parley",
    ...renderHeaders(request.headers, args),
  };
  const sendsArguments = request.method === "POST" || request.method === "PUT" || request.method === "PATCH";
  if (request.body === null && !sendsArguments) return { url, headers, body: null };
  const format = bodyFormat(contentTypeOf(request.headers)) ?? "json";
  const body = request.body === null ? JSON.stringify(args) : renderBody(request.body, format, args);
  return { url, headers: { "content-type": "application/json", ...headers }, body };
}

async function exchange(
  tool: HttpTool,
  { url, headers, body }: Rendered,
  options: RunHttpTool,
): Promise<ToolResult> {
  const { credential } = options;
  if (credential !== undefined && !isBoundTo(credential, url)) throw new EgressError("refused_address");
  const response = await (options.egress ?? defaultHttpClient).fetch(url, {
    method: tool.request.method,
    headers,
    headersFor: (hop) => credentialHeaders(credential, hop),
    ...(body !== null && { body }),
    signal: options.signal,
    timeoutMs: tool.timeout_ms,
    maxBytes: MAX_ANSWER_BYTES,
    maxRedirects: MAX_REDIRECTS,
  });
  const { status } = response;
  const { isUsable, value } = await readResponse(response, createCredentialRemover(credential));
  if (response.ok && isUsable) return { ok: true, status, result: value };
  const error =
    status >= 400
      ? createToolError(status >= 500 ? "http_5xx" : "http_4xx", { status })
      : createToolError("invalid_answer");
  return { ok: false, status, result: value, error };
}

const OF_EGRESS = {
  timeout: "timeout",
  refused_address: "refused_address",
  network: "unreachable",
  too_large: "invalid_answer",
  redirect: "invalid_answer",
  bad_url: "invalid_answer",
  not_encrypted: "refused_address",
} as const;

function explain(error: unknown, signal: AbortSignal | undefined): ToolResult {
  if (error instanceof ArgumentError)
    return failed(createToolError("argument_misplaced", { name: error.parameter }));
  if (signal?.aborted) return failed(createToolError("canceled"));
  return failed(createToolError(error instanceof EgressError ? OF_EGRESS[error.code] : "invalid_answer"));
}
