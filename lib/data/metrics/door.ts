import { hash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { answer, send } from "./answer";

/** Takes a request to `/metrics`; false where the path is another. */
export type MetricsDoor = (request: IncomingMessage, response: ServerResponse, pathname: string) => boolean;

/** The one path of the figures, at each port that has them. */
export const METRICS_PATH = "/metrics";

const digestOf = (text: string): Buffer => hash("sha256", text, "buffer");

/** Compared by digests, in a time that tells nothing of where or in length they differ. */
const isBearer = ({ headers }: IncomingMessage, expected: Buffer): boolean => {
  const [, given] = /^Bearer +([!-~]+) *$/i.exec(headers.authorization ?? "") ?? [];
  return given !== undefined && timingSafeEqual(digestOf(given), expected);
};

/**
 * `/metrics` at the port that everybody reaches: 404 where the operator has set no token, 401 without it or with
 * another. Tries are not counted, as the shortest token that is taken is beyond guessing (lib/platform/env.ts).
 */
export function metricsDoor(text: () => Promise<string>, token: string | undefined): MetricsDoor {
  const expected = token === undefined ? undefined : digestOf(token);
  return (request, response, pathname) => {
    if (pathname !== METRICS_PATH) return false;
    if (expected === undefined) send(response, 404, "There is nothing here.\n");
    else if (isBearer(request, expected)) answer(request, response, text);
    else send(response, 401, "Send METRICS_TOKEN as a bearer token.\n", { "WWW-Authenticate": "Bearer" });
    return true;
  };
}
