import type { Ctx } from "@/lib/platform/context";
import { deliveries } from "@/lib/platform/egress";
import { log } from "@/lib/platform/log";
import type { Way } from "./attempt";
import { type Claimed, claim } from "./claim";
import { type Group, groupOf } from "./group";
import { PLACES, places } from "./places";
import { takeTurn } from "./turn";
import { wakeWorkspace } from "./wake";

/** An endpoint that has answered nothing for so long gives up its place among those that are served at once. */
const SILENT_MS = 1_000;
/**
 * Endpoints that a process waits for without a place. Each can hold a round of messages in memory, some megabytes with
 * long transcripts.
 */
const MOST_WAITED_FOR = 64;

/** Those of this process, with what breaks each off. */
const waitedFor = new Map<Promise<void>, AbortController>();

/** Leaves those that are waited for, as the process ends: what they have not answered is sent again. */
export async function leaveEndpoints(): Promise<void> {
  for (const own of waitedFor.values()) own.abort();
  await Promise.all(waitedFor.keys());
}

/** Resolves with the work, or with true once nothing has been heard for a second and `mayLeave` says so. */
function untilSilent(work: Promise<void>, heard: () => number, mayLeave: () => boolean): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let before = heard();
    const timer = setInterval(() => {
      const now = heard();
      if (now === before && mayLeave()) {
        clearInterval(timer);
        resolve(true);
      }
      before = now;
    }, SILENT_MS);
    work.then(() => resolve(false), reject).finally(() => clearInterval(timer));
  });
}

/**
 * An endpoint's turn in its place; done with the turn, or once the endpoint has been silent for a second: it is then waited
 * for beside, so that many that fall silent at once hold others up for that second alone, and not for ten. Where a
 * process waits for 64 already, the next keep their places. Of a process that is killed meanwhile, the sweep finds the
 * endpoint once its lease is over.
 */
async function serve(
  ctx: Ctx,
  group: Group,
  taken: Claimed,
  { way, signal, own }: { way: Way; signal: AbortSignal; own: AbortController },
): Promise<void> {
  let heard = 0;
  const counting: Way = {
    send: (url, init) =>
      way.send(url, init).finally(() => {
        heard += 1;
      }),
  };
  const work = takeTurn(ctx, group, taken, { way: counting, signal });
  try {
    const mayLeave = () => waitedFor.size < MOST_WAITED_FOR;
    if (!(await untilSilent(work, () => heard, mayLeave))) return;
    const { id } = taken.endpoint;
    const quietly = work.catch((err: unknown) =>
      log.warn({ endpointId: id, err }, "an endpoint that was waited for is left to the sweep"),
    );
    waitedFor.set(quietly, own);
    void quietly.finally(() => waitedFor.delete(quietly));
  } finally {
    places.give(1);
  }
}

/** Serves what was taken, each in its place; what fails there is the job's failure. */
async function serveAll(ctx: Ctx, taken: readonly Claimed[], way: Way): Promise<void> {
  const group = groupOf(ctx);
  const own = new AbortController();
  const by = { way, own, signal: AbortSignal.any([ctx.signal, own.signal]) };
  const served = await Promise.allSettled(taken.map((one) => serve(ctx, group, one, by)));
  for (const one of served) if (one.status === "rejected") throw one.reason;
}

/** Takes endpoints for which there are places, at most so many; `isFull` tells that there may be more. */
async function take(ctx: Ctx, most: number, ids?: readonly string[]) {
  const room = await places.take(most);
  let count = 0;
  try {
    const taken = await claim(ctx, { most: room, ...(ids !== undefined && { ids }) });
    count = taken.length;
    return { taken, isFull: count === room };
  } finally {
    places.give(room - count);
  }
}

/** Sends what is due to an endpoint as `deliverTo` does, in a place of its own; see `serve`. */
export async function serveEndpoint(ctx: Ctx, endpointId: string, way: Way = deliveries): Promise<void> {
  const { taken } = await take(ctx, 1, [endpointId]);
  await serveAll(ctx, taken, way);
}

/**
 * Sends what is due to whichever endpoints of the workspace, but those that somebody sends to: what is read and written
 * for one event, or for many, is so once for all endpoints that it goes to.
 */
export async function serveEvents(ctx: Ctx, way: Way = deliveries): Promise<void> {
  const { taken, isFull } = await take(ctx, PLACES);
  // Before these have come to their end, which may take a while.
  if (isFull) await wakeWorkspace(ctx);
  await serveAll(ctx, taken, way);
}
