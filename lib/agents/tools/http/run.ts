import { randomUUID } from "node:crypto";
import { createCredentialRemover, isBoundTo, type ToolCredential } from "@/lib/agents/providers";
import { defaultHttpClient, EgressError, type HttpClient } from "@/lib/platform/egress";
import { validateArguments } from "./arguments";
import { bodyFormat, renderBody } from "./body-template";
import { explainFailure } from "./explain-failure";
import { renderHeaders } from "./header-template";
import { readResponse, toResult } from "./read-response";
import { mapResponse } from "./response-path";
import { contentTypeOf, type HttpTool } from "./schema";
import { type RenderedRequest, sendAuthorized } from "./send-authorized";
import { type Allowance, createAllowance } from "./send-with-retries";
import type { Arguments } from "./template";
import { createToolError, type ToolError } from "./tool-error";
import { renderUrl } from "./url-template";

/**
 * `result` is JSON, text, or null. An error response (4xx, 5xx) has one too, as it often explains the error.
 * `unmapped`: the response before the mapping, only if the caller requests it. `requests`: requests sent to the service.
 */
export type ToolResult = { unmapped?: unknown; requests?: number } & (
  | { ok: true; status: number; result: unknown }
  | { ok: false; status?: number; result: unknown; error: ToolError }
);

export type RunHttpTool = {
  credential?: ToolCredential | undefined;
  signal?: AbortSignal | undefined;
  egress?: HttpClient;
  /** Whether the result has the response before the mapping, and the number of requests. */
  keepUnmapped?: boolean;
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
  const allowance = createAllowance(tool, options.signal);
  const result = await exchange(tool, validated.args, options, allowance).catch((error: unknown) =>
    failed(explainFailure(error, options.signal)),
  );
  return options.keepUnmapped ? { ...result, requests: allowance.requests } : result;
}

function render({ request, retries }: HttpTool, args: Arguments): RenderedRequest {
  const url = renderUrl(request.url, args);
  const headers = {
    accept: "application/json, text/*;q=0.8",
    "user-agent": "parley",
    ...renderHeaders(request.headers, args),
    ...(retries.idempotency === "key" && { "idempotency-key": randomUUID() }),
  };
  const { method } = request;
  const sendsArguments = method === "POST" || method === "PUT" || method === "PATCH";
  if (request.body === null && !sendsArguments) return { method, url, headers, body: null };
  const format = bodyFormat(contentTypeOf(request.headers)) ?? "json";
  const body = request.body === null ? JSON.stringify(args) : renderBody(request.body, format, args);
  return { method, url, headers: { "content-type": "application/json", ...headers }, body };
}

async function exchange(
  tool: HttpTool,
  args: Arguments,
  { credential, egress = defaultHttpClient, keepUnmapped = false }: RunHttpTool,
  allowance: Allowance,
): Promise<ToolResult> {
  const request = render(tool, args);
  if (credential !== undefined && !isBoundTo(credential, request.url))
    throw new EgressError("refused_address");
  const { response, sentCredential } = await sendAuthorized(request, { credential, egress, allowance });
  const { status } = response;
  const { isUsable, content } = await readResponse(response);
  const clean = createCredentialRemover(credential, sentCredential);
  const { fields } = tool.response;
  const isMapped = fields.length > 0 && isUsable;
  const result = toResult(isMapped ? mapResponse(fields, content) : content, clean);
  const unmapped = keepUnmapped && isMapped ? { unmapped: toResult(content, clean) } : {};
  if (response.ok && isUsable) return { ok: true, status, result, ...unmapped };
  const error =
    status >= 400
      ? createToolError(status >= 500 ? "http_5xx" : "http_4xx", { status })
      : createToolError("invalid_answer");
  return { ok: false, status, result, error, ...unmapped };
}
