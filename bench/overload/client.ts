import { Agent, request } from "undici";

/** The answer to a request: its status, and how long it took. `json` is the body of a success. */
export type Answer = { status: number; ms: number; json: Record<string, unknown> };

/** A server that does not answer for so long has not refused. */
const TIMEOUT_MS = 60_000;
const agent = new Agent({
  // Like a proxy in front: more connections than the server accepts at a time would wait for the system to try again.
  connections: 400,
  keepAliveTimeout: 3_000,
  keepAliveMaxTimeout: 3_000,
  connect: { timeout: TIMEOUT_MS },
  headersTimeout: TIMEOUT_MS,
  bodyTimeout: TIMEOUT_MS,
});

/** Sends a request to `/v1` with an API key. */
export async function ask(
  origin: string,
  { method, path, key, body }: { method: "GET" | "POST"; path: string; key: string; body?: object },
): Promise<Answer> {
  const started = performance.now();
  const response = await request(`${origin}/v1${path}`, {
    method,
    dispatcher: agent,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.body.text();
  const ms = performance.now() - started;
  const json = response.statusCode < 300 ? (JSON.parse(text) as Answer["json"]) : {};
  return { status: response.statusCode, ms, json };
}

export const closeClient = (): Promise<void> => agent.close();
