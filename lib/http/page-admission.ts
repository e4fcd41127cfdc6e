import type { IncomingMessage, ServerResponse } from "node:http";
import { createWorkQueue, overloadRefusals, type Priority, type WaitLimits } from "@/lib/platform/overload";

/** Pages that are rendered at once. One takes about 60 ms of CPU, so the last of them waits for a second. */
const MAX_RENDERS = 16;
const SWEEP_MS = 100;
/** A reader waits longer for a page than a program for an answer, which it can ask for again. */
const WAIT_LIMITS: WaitLimits = {
  burst: { live: 10_000, normal: 10_000, bulk: 2_000 },
  standing: { live: 3_000, normal: 3_000, bulk: 200 },
};

/** Files of the build, which the pages' process reads from its disk. */
const ASSETS = "/_next/static/";

/** A page that Next loads before a click can be refused first. */
const priorityOf = ({ headers }: IncomingMessage): Priority =>
  headers["next-router-prefetch"] === undefined ? "normal" : "bulk";

export type PageAdmission = {
  /**
   * Calls `start` when the page may be rendered; its place is free when the response ends. Calls `refuse` if it has waited too
   * long, and then it never starts.
   */
  admit(request: IncomingMessage, response: ServerResponse, start: () => void, refuse: () => void): void;
  close(): void;
};

/**
 * Limits how many pages are rendered at once. More would only wait in the pages' process: each would take longer, and a reader who reloads
 * would add to them.
 */
export function createPageAdmission(maxRenders = MAX_RENDERS): PageAdmission {
  const queue = createWorkQueue({
    limit: () => maxRenders,
    nowMs: () => performance.now(),
    refused: (priority) => overloadRefusals.count({ priority }),
    waitLimits: WAIT_LIMITS,
  });
  const timer = setInterval(queue.sweep, SWEEP_MS);
  timer.unref();
  return {
    admit(request, response, start, refuse) {
      if (request.url?.startsWith(ASSETS) === true) return start();
      const client = new AbortController();
      const abort = () => client.abort();
      response.once("close", abort);
      queue.enter(priorityOf(request), client.signal).then(() => {
        response.off("close", abort);
        if (response.closed) return queue.leave();
        response.once("close", queue.leave);
        start();
      }, refuse);
    },
    close: () => clearInterval(timer),
  };
}
