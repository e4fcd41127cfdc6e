import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { isWorkerRunning } from "@/lib/platform/jobs/worker-running";
import { withTimeout } from "@/lib/platform/with-timeout";

/** A part without a response by then counts as down, as probes have a limit of some seconds. */
const PROBE_TIMEOUT_MS = 2_000;
/** Probes within this time share one result, so that they cost nothing. */
const KEPT_MS = 1_000;
/** A path that Next serves from memory in every build. */
const PAGES_PATH = "/_next/static/ready";

/** The parts that requests depend on, with their checks. */
export type Parts = Readonly<Record<string, () => Promise<boolean>>>;

const inTime = (probe: () => Promise<boolean>): Promise<boolean> =>
  withTimeout(
    probe().catch(() => false),
    PROBE_TIMEOUT_MS,
    () => false,
  );

/** Whether the pages' process responds. */
export const arePagesUp = (port: number) => (): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = request({
      host: "127.0.0.1",
      port,
      path: PAGES_PATH,
      method: "HEAD",
      timeout: PROBE_TIMEOUT_MS,
    });
    probe.on("response", (response) => {
      response.resume();
      resolve(true);
    });
    probe.on("timeout", () => probe.destroy());
    probe.on("error", () => resolve(false));
    probe.end();
  });

/** Whether the database responds. A server serves requests without a worker: the queue is no part of its readiness. */
export const isDatabaseUp = (): Promise<boolean> => isWorkerRunning().then(() => true);

/** Parts that have a probe apart, at `/readyz/<name>`, because requests do not depend on them. */
const PARTS_APART: Parts = { queue: isWorkerRunning };

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    ...(status === 503 && { "Retry-After": 1 }),
  });
  response.end(text);
}

/** `{ "status": "ready" }`, or 503 with the names of the parts that are down. */
function readiness(parts: Parts): () => Promise<string[]> {
  let last: { at: number; down: Promise<string[]> } | undefined;
  const look = async () => {
    const names = Object.keys(parts);
    const up = await Promise.all(Object.values(parts).map(inTime));
    return names.filter((_, i) => up[i] !== true);
  };
  return () => {
    const now = performance.now();
    if (last === undefined || now - last.at > KEPT_MS) last = { at: now, down: look() };
    return last.down;
  };
}

/**
 * Answers `/healthz` (this process), `/readyz` (what its requests depend on) and `/readyz/queue` (whether a worker runs
 * jobs); false for other requests.
 */
export function probes(
  parts: Parts,
): (incoming: IncomingMessage, response: ServerResponse, pathname: string) => boolean {
  const checks = new Map([["/readyz", readiness(parts)]]);
  for (const [name, isUp] of Object.entries(PARTS_APART))
    checks.set(`/readyz/${name}`, readiness({ [name]: isUp }));
  return (incoming, response, pathname) => {
    if (incoming.method !== "GET" && incoming.method !== "HEAD") return false;
    if (pathname === "/healthz") {
      send(response, 200, { status: "ok" });
      return true;
    }
    const check = checks.get(pathname);
    if (check === undefined) return false;
    void check().then((down) =>
      down.length === 0
        ? send(response, 200, { status: "ready" })
        : send(response, 503, { status: "unavailable", down }),
    );
    return true;
  };
}
