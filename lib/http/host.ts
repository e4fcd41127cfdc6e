import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener, type HttpBindings, RequestError } from "@hono/node-server";
import type { Observe } from "@/lib/data/metrics";
import { AppError, validationError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { baseHeaders } from "./base-headers";
import { type PathMatch, type PathTable, pathFinder } from "./paths";
import { setPeer } from "./peer";
import { asAppError, logFailure, problemResponse } from "./problem";
import { answers, refuse } from "./refuse";
import { type Handler, METHODS, type Method } from "./spec";
import { type Streams, streams } from "./streams";

/** What a file under app/v1 exports: a handler for each of its methods. */
export type RouteModule = { readonly [M in Method]?: Handler };
/** Each path, with `:name` for a parameter, and its handlers. `scripts/routes.mjs` writes it. */
export type RouteTable = readonly (readonly [path: string, module: RouteModule])[];

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** What no path of the table stands for, in the figures. */
const NO_ROUTE = "none";

/** Answers to what is no request that a handler could be given, as the problem that it is. */
function refuseMalformed(thrown: unknown): Response {
  const error =
    thrown instanceof RequestError
      ? validationError([
          { in: "header", pointer: "/Host", code: "invalid_format", message: "Send a valid Host and path." },
        ])
      : asAppError(thrown);
  const requestId = newId("req");
  logFailure(error, requestId, "no route");
  return problemResponse(error, requestId, baseHeaders(requestId));
}

/**
 * Answers `/v1` without Next: finds the handler by path and method and calls it. HEAD is GET whose body is not sent.
 * `endStreams` ends every subscription, at a stop of the process. `observe` is told of each request, by its path in the
 * table and never by its own.
 */
export function apiListener(
  table: RouteTable,
  observe: Observe = () => undefined,
): { listener: Listener; endStreams: Streams["end"] } {
  const modules = new Map(table);
  const methodsOf = (module: RouteModule) => METHODS.filter((method) => module[method] !== undefined);
  const find = pathFinder(table.map(([path, module]): PathTable[number] => [path, methodsOf(module)]));
  const subscriptions = streams();

  function handlerOf(match: PathMatch, method: string): Handler {
    const handler = modules.get(match.path)?.[(method === "HEAD" ? "GET" : method) as Method];
    if (handler === undefined) throw new AppError("internal", "This path has no handler.");
    return handler;
  }

  async function answerTo(request: Request, match: PathMatch | null): Promise<Response> {
    if (match === null || !answers(match, request.method)) return refuse(request, match);
    const handler = handlerOf(match, request.method);
    const response = await handler(request, { params: Promise.resolve(match.params) });
    if (handler.spec.events === undefined || response.body === null) return response;
    if (request.method === "HEAD") await response.body.cancel();
    // What a POST streams is work that ends by itself; what a GET streams would go on for ever.
    return request.method === "GET" ? subscriptions.keep(response) : response;
  }

  async function handle(request: Request, { incoming }: HttpBindings): Promise<Response> {
    const began = performance.now();
    const address = incoming.socket.remoteAddress;
    if (address !== undefined) setPeer(request, address);
    const match = find(new URL(request.url).pathname);
    const { method } = request;
    const done = (status: number) =>
      observe({ method, route: match?.path ?? NO_ROUTE, status, ms: performance.now() - began });
    try {
      const response = await answerTo(request, match);
      done(response.status);
      return response;
    } catch (error) {
      done(500);
      throw error;
    }
  }

  const listener = getRequestListener((request, bindings) => handle(request, bindings as HttpBindings), {
    hostname: "localhost",
    errorHandler: (thrown) => {
      const response = refuseMalformed(thrown);
      // What was a request is counted by `handle`.
      if (thrown instanceof RequestError)
        observe({ method: "", route: NO_ROUTE, status: response.status, ms: 0 });
      return response;
    },
  });
  return { listener, endStreams: subscriptions.end };
}
