import type { IncomingMessage, ServerResponse } from "node:http";
import { Registry } from "prom-client";
import { log } from "@/lib/platform/log";

/** Writes a response that is not cached. */
export function send(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    ...headers,
  });
  response.end(text);
}

/** Answers GET and HEAD with the metrics, and other methods with 405. */
export function answer(
  request: IncomingMessage,
  response: ServerResponse,
  text: () => Promise<string>,
): void {
  if (request.method !== "GET" && request.method !== "HEAD") {
    send(response, 405, "This path answers to GET, HEAD.\n", { Allow: "GET, HEAD" });
    return;
  }
  text().then(
    (figures) => send(response, 200, figures, { "Content-Type": Registry.PROMETHEUS_CONTENT_TYPE }),
    (error) => {
      log.error({ err: error }, "the metrics could not be read");
      send(response, 500, "The metrics cannot be read at the moment.\n");
    },
  );
}
