import { hash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { answer, send } from "./answer";

/** Handles a request to `/metrics`; false for another path. */
export type MetricsHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
) => boolean;

/** The path of the metrics on every port that serves them. */
export const METRICS_PATH = "/metrics";

const digestOf = (text: string): Buffer => hash("sha256", text, "buffer");

/** Compares digests in constant time, which reveals neither position nor length of a difference. */
const isBearer = ({ headers }: IncomingMessage, expected: Buffer): boolean => {
  const [, given] = /^Bearer +([!-~]+) *$/i.exec(headers.authorization ?? "") ?? [];
  return given !== undefined && timingSafeEqual(digestOf(given), expected);
};

/**
 * `/metrics` on the public port: 404 without an operator's token, 401 for a missing or wrong one. Attempts
 * are not limited, as the shortest accepted token cannot be guessed (lib/platform/read-env.ts).
 */
export function createMetricsHandler(text: () => Promise<string>, token: string | undefined): MetricsHandler {
  const expected = token === undefined ? undefined : digestOf(token);
  return (request, response, pathname) => {
    if (pathname !== METRICS_PATH) return false;
    if (expected === undefined) send(response, 404, "There is nothing here.\n");
    else if (isBearer(request, expected)) answer(request, response, text);
    else send(response, 401, "Send METRICS_TOKEN as a bearer token.\n", { "WWW-Authenticate": "Bearer" });
    return true;
  };
}
