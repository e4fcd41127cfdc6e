import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener, type HttpBindings, RequestError } from "@hono/node-server";
import type { Observe } from "@/lib/data/metrics";
import { AppError, problemIn, validationError } from "@/lib/platform/errors";
import { type Priority, takePlace } from "@/lib/platform/overload";
import { annotateSpan } from "@/lib/platform/telemetry";
import { baseHeaders } from "./base-headers";
import { newRequestId } from "./new-request-id";
import { type PathMatch, type PathTable, pathFinder } from "./paths";
import { setPeer } from "./peer";
import { asAppError, logFailure, problemResponse } from "./problem";
import { type Handler, METHODS, type Method } from "./spec";
import { createStreamRegistry, type Streams, withEnd } from "./streams";
import { traceRequest } from "./trace-request";
import { isMethodAllowed, rejectUnknownRoute } from "./unknown-route";

/** Exports of a file under app/v1: a handler per method. */
export type RouteModule = { readonly [M in Method]?: Handler };
/** Each path, with `:name` for a parameter, and its handlers. `scripts/routes.mjs` generates it. */
export type RouteTable = readonly (readonly [path: string, module: RouteModule])[];

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Metrics label of requests that match no path. */
const NO_ROUTE = "none";

/** Returns the problem for a malformed request, which no handler receives. */
function rejectMalformed(cause: unknown): Response {
  const error =
    cause instanceof RequestError
      ? validationError([problemIn("header", "/Host", "host_invalid")])
      : asAppError(cause);
  const requestId = newRequestId();
  logFailure(error, requestId, "no route");
  return problemResponse(error, requestId, baseHeaders(requestId));
}

/** A request without a key or session is not urgent on any path. */
const priorityOf = ({ priority = "normal" }: Handler["spec"], { headers }: Request): Priority =>
  headers.has("authorization") || headers.has("cookie") ? priority : "bulk";

const isEventStream = ({ headers }: Response): boolean =>
  headers.get("content-type")?.startsWith("text/event-stream") === true;

/**
 * Calls the handler, unless the process is overloaded. Requests of carriers, of people who sign in, and of staff are never
 * refused: they are few, and a carrier does not repeat them.
 */
async function answerUnlessOverloaded(
  handler: Handler,
  request: Request,
  params: PathMatch["params"],
): Promise<Response> {
  const { spec } = handler;
  const answer = () => handler(request, { params: Promise.resolve(params) });
  if (spec.signed === true || spec.guest === true || spec.staff === true) return answer();
  let free: () => void;
  try {
    free = await takePlace(priorityOf(spec, request), request.signal);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    annotateSpan({ "parley.reason": error.reason, "error.type": error.code });
    const requestId = newRequestId();
    return problemResponse(error, requestId, baseHeaders(requestId));
  }
  try {
    const response = await answer();
    // The work of a POST continues while its answer is streamed.
    if (request.method === "POST" && isEventStream(response)) return withEnd(response, free);
    free();
    return response;
  } catch (error) {
    free();
    throw error;
  }
}

/**
 * Serves `/v1` without Next: finds the handler by path and method and calls it. HEAD is GET without the body.
 * `endStreams` ends every subscription when the process stops. `observe` receives each request, with its path
 * in the table instead of the actual one.
 */
export function apiListener(
  table: RouteTable,
  observe: Observe = () => undefined,
): { listener: Listener; endStreams: Streams["end"] } {
  const modules = new Map(table);
  const methodsOf = (module: RouteModule) => METHODS.filter((method) => module[method] !== undefined);
  const find = pathFinder(table.map(([path, module]): PathTable[number] => [path, methodsOf(module)]));
  const subscriptions = createStreamRegistry();

  function handlerOf(match: PathMatch, method: string): Handler {
    const handler = modules.get(match.path)?.[(method === "HEAD" ? "GET" : method) as Method];
    if (handler === undefined) throw new AppError("no_handler");
    return handler;
  }

  async function answerTo(request: Request, match: PathMatch | null): Promise<Response> {
    if (match === null || !isMethodAllowed(match, request.method)) return rejectUnknownRoute(request, match);
    const handler = handlerOf(match, request.method);
    const response = await answerUnlessOverloaded(handler, request, match.params);
    if (handler.spec.events === undefined || response.body === null) return response;
    if (request.method === "HEAD") await response.body.cancel();
    // A stream of a POST ends with its work; a stream of a GET would continue forever.
    return request.method === "GET" ? subscriptions.keep(response) : response;
  }

  async function handle(request: Request, { incoming }: HttpBindings): Promise<Response> {
    const startedAtMs = performance.now();
    const address = incoming.socket.remoteAddress;
    if (address !== undefined) setPeer(request, address);
    const match = find(new URL(request.url).pathname);
    const { method } = request;
    const done = (status: number) =>
      observe({ method, route: match?.path ?? NO_ROUTE, status, ms: performance.now() - startedAtMs });
    try {
      const response = await traceRequest(request, match?.path ?? NO_ROUTE, () => answerTo(request, match));
      done(response.status);
      return response;
    } catch (error) {
      done(500);
      throw error;
    }
  }

  const listener = getRequestListener((request, bindings) => handle(request, bindings as HttpBindings), {
    hostname: "localhost",
    errorHandler: (error) => {
      const response = rejectMalformed(error);
      // `handle` counts valid requests.
      if (error instanceof RequestError)
        observe({ method: "", route: NO_ROUTE, status: response.status, ms: 0 });
      return response;
    },
  });
  return { listener, endStreams: subscriptions.end };
}
