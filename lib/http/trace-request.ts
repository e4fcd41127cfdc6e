import type { Ctx } from "@/lib/platform/context";
import { env } from "@/lib/platform/env";
import { annotateSpan, isTracing, parseTraceparent, type Span, withSpan } from "@/lib/platform/telemetry";
import { METHODS } from "./spec";

/** The value of the semantic conventions for methods outside a fixed list, which clients choose freely. */
const OTHER_METHOD = "_OTHER";
const NAMED_METHODS: ReadonlySet<string> = new Set([...METHODS, "HEAD", "OPTIONS"]);
const SERVER_ERROR = 500;

/** The span of the client, if the operator trusts clients with it (TRACE_INCOMING). */
function clientSpan(request: Request) {
  if (env.TRACE_INCOMING === "ignore") return {};
  const span = parseTraceparent(request.headers.get("traceparent"));
  if (span === null) return {};
  return env.TRACE_INCOMING === "parent" ? { parent: span } : { link: span };
}

function setStatus(span: Span, status: number): void {
  span.set({ "http.response.status_code": status });
  if (status >= SERVER_ERROR) span.fail(String(status));
}

/**
 * Answers a request in the root span of its trace, which ends with the answer; of a stream, with its beginning. `route` is
 * the path in the table of routes, never the path that the client sent.
 */
export function traceRequest(
  request: Request,
  route: string,
  work: () => Promise<Response>,
): Promise<Response> {
  if (!isTracing()) return work();
  const method = NAMED_METHODS.has(request.method) ? request.method : OTHER_METHOD;
  const attributes = { "http.request.method": method, "http.route": route };
  const options = { kind: "server", isRoot: true, ...clientSpan(request), attributes } as const;
  return withSpan(`${method} ${route}`, { ...options, request: { id: null, depth: 0 } }, async (span) => {
    const response = await work();
    setStatus(span, response.status);
    return response;
  });
}

/** Adds the caller's workspace and kind to the request's span. The id of a key or member is in the audit log alone. */
export const annotateCaller = ({ workspaceId, environment, actor }: Ctx): void =>
  annotateSpan({
    "parley.workspace.id": workspaceId,
    "parley.environment": environment,
    "parley.actor.type": actor.type,
  });
