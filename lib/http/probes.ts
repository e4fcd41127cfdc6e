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

/**
 * Whether the database responds, and whether a worker runs jobs. One query answers both: the queue of a
 * database that is down is not reported separately.
 */
export function databaseProbes(): Parts {
  let pending: Promise<boolean> | undefined;
  const ask = () => {
    pending ??= isWorkerRunning().finally(() => {
      pending = undefined;
    });
    return pending;
  };
  return {
    database: () => ask().then(() => true),
    queue: () => ask().catch(() => true),
  };
}

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

/** Answers `/healthz` (this process) and `/readyz` (its dependencies); false for other requests. */
export function probes(
  parts: Parts,
): (incoming: IncomingMessage, response: ServerResponse, pathname: string) => boolean {
  const ready = readiness(parts);
  return (incoming, response, pathname) => {
    if (incoming.method !== "GET" && incoming.method !== "HEAD") return false;
    if (pathname === "/healthz") {
      send(response, 200, { status: "ok" });
      return true;
    }
    if (pathname !== "/readyz") return false;
    void ready().then((down) =>
      down.length === 0
        ? send(response, 200, { status: "ready" })
        : send(response, 503, { status: "unavailable", down }),
    );
    return true;
  };
}
