/** Limit of a request of the tests. The product answers or refuses earlier; a request that reaches it counts as hanging. */
export const REQUEST_LIMIT_MS = 60_000;

/** `status` 0: no response. `json` is null if the body is not JSON. */
export type Reply = {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tests read documented fields of many resources.
  json: any;
  headers: Headers;
  bytes: Buffer;
  ms: number;
};

type RequestOptions = { body?: unknown; key?: string; headers?: Record<string, string>; timeoutMs?: number };

/** A client of the API and of the probes. Requests never throw: without a response `status` is 0. */
export function createClient(origin: string, apiKey: string) {
  const send = async (method: string, path: string, options: RequestOptions = {}): Promise<Reply> => {
    const startMs = performance.now();
    const { body, key = apiKey, headers = {}, timeoutMs = REQUEST_LIMIT_MS } = options;
    try {
      const response = await fetch(`${origin}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${key}`,
          Connection: "close",
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      return {
        status: response.status,
        json: parseJson(bytes),
        headers: response.headers,
        bytes,
        ms: performance.now() - startMs,
      };
    } catch {
      return {
        status: 0,
        json: null,
        headers: new Headers(),
        bytes: Buffer.alloc(0),
        ms: performance.now() - startMs,
      };
    }
  };
  return {
    origin,
    get: (path: string, options?: RequestOptions) => send("GET", path, options),
    post: (path: string, body: unknown = {}, options?: RequestOptions) =>
      send("POST", path, { ...options, body }),
    put: (path: string, body: unknown = {}, options?: RequestOptions) =>
      send("PUT", path, { ...options, body }),
    patch: (path: string, body: unknown = {}, options?: RequestOptions) =>
      send("PATCH", path, { ...options, body }),
    delete: (path: string, options?: RequestOptions) => send("DELETE", path, options),
  };
}
export type Client = ReturnType<typeof createClient>;

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return null;
  }
}

/** The reply, if its status is expected; throws otherwise. */
export function requireStatus(reply: Reply, ...statuses: readonly number[]): Reply {
  if (statuses.includes(reply.status)) return reply;
  throw new Error(
    `Status ${reply.status} instead of ${statuses.join(" or ")}: ${reply.bytes.toString("utf8").slice(0, 500)}`,
  );
}
