import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { workerLives } from "@/lib/platform/jobs/live";

/** A part that has not answered by then counts as down: whoever asks has a limit of some seconds itself. */
const PROBE_TIMEOUT_MS = 2_000;
/** Who asks more often gets the same answer again, so that asking costs nothing. */
const KEPT_MS = 1_000;
/** A path that Next answers from memory, whatever is built. */
const PAGES_PATH = "/_next/static/ready";

/** The parts that a request may need, and whether each answers. */
export type Parts = Readonly<Record<string, () => Promise<boolean>>>;

function inTime(probe: () => Promise<boolean>): Promise<boolean> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(false), PROBE_TIMEOUT_MS);
    const end = (up: boolean) => {
      clearTimeout(late);
      resolve(up);
    };
    probe().then(end, () => end(false));
  });
}

/** Whether the pages' process answers at all. */
export const pagesAnswer = (port: number) => (): Promise<boolean> =>
  new Promise((resolve) => {
    const asked = request({
      host: "127.0.0.1",
      port,
      path: PAGES_PATH,
      method: "HEAD",
      timeout: PROBE_TIMEOUT_MS,
    });
    asked.on("response", (response) => {
      response.resume();
      resolve(true);
    });
    asked.on("timeout", () => asked.destroy());
    asked.on("error", () => resolve(false));
    asked.end();
  });

/**
 * Whether the database answers, and whether a worker takes jobs from it. One question serves both: a queue in a
 * database that is down is down too, and is not named beside it.
 */
export function databaseParts(): Parts {
  let asked: Promise<boolean> | undefined;
  const ask = () => {
    asked ??= workerLives().finally(() => {
      asked = undefined;
    });
    return asked;
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

/** Answers `/healthz` (this process) and `/readyz` (what it needs); false for any other request. */
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
