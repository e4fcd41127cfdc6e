import { EgressError } from "./errors";
import type { HttpClient } from "./http-client";
import { parseTarget } from "./url";

/**
 * The host of the sample service. Names under `.invalid` never resolve (RFC 6761), so no request to it
 * can leave the process.
 */
export const SAMPLE_SERVICE_URL = "https://sample-service.invalid";
const { hostname: HOST } = new URL(SAMPLE_SERVICE_URL);

type Answer = { status: number; body: unknown };

const NOT_FOUND: Answer = { status: 404, body: { error: "not_found" } };
/** Answers by method and path. They are fixed, so that a demo shows the same each time. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  "GET /tables": { status: 200, body: { available: true, room: "terrace" } },
  "POST /claims": { status: 201, body: { accepted: true, queue: "first_reports" } },
  "POST /webhooks": { status: 200, body: { received: true } },
};

function answerOf(url: string | URL, method = "GET"): Answer | null {
  const { hostname, pathname } = parseTarget(url);
  if (hostname !== HOST) return null;
  const request = `${method} ${pathname}`;
  return Object.hasOwn(ANSWERS, request) ? (ANSWERS[request] ?? NOT_FOUND) : NOT_FOUND;
}

/**
 * Adds the sample service to an HTTP client: a service inside the process that answers requests to its host, so that
 * tools and webhooks can be shown without a connection. All other requests are the client's.
 */
export function withSampleService(client: HttpClient): HttpClient {
  return {
    ...client,
    async fetch(url, init) {
      const answer = answerOf(url, init.method);
      if (answer === null) return client.fetch(url, init);
      init.signal?.throwIfAborted();
      return Response.json(answer.body, { status: answer.status });
    },
    async send(url, init) {
      const answer = answerOf(url, init.method);
      if (answer === null) return client.send(url, init);
      init.signal.throwIfAborted();
      return answer.status;
    },
    async stream(url, init) {
      if (answerOf(url) === null) return client.stream(url, init);
      throw new EgressError("network");
    },
    async socket(url, init) {
      if (answerOf(url) === null) return client.socket(url, init);
      throw new EgressError("network");
    },
    async checkUrl(url) {
      if (answerOf(url) === null) await client.checkUrl(url);
    },
  };
}
