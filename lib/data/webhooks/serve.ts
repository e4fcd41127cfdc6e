import type { Ctx } from "@/lib/platform/context";
import { deliveryHttpClient } from "@/lib/platform/egress";
import { log } from "@/lib/platform/log";
import type { DeliveryClient } from "./attempt-delivery";
import { createGroup, type Group } from "./group";
import { type LeasedEndpoint, leaseEndpoints } from "./lease-endpoints";
import { PLACES, places } from "./places";
import { takeTurn } from "./serve-endpoint-rounds";
import { wakeWorkspace } from "./wake";

/** An endpoint that is silent for this long loses its place among those served concurrently. */
const SILENT_MS = 1_000;
/**
 * Endpoints that a process waits for without a place. Each can hold a round of messages in memory, some
 * megabytes with long transcripts.
 */
const MAX_WAITED_FOR = 64;

/** Endpoints waited for by this process, with their abort controllers. */
const waitedFor = new Map<Promise<void>, AbortController>();

/**
 * Abandons endpoints that are waited for, when the process ends. Their unanswered messages are sent again.
 */
export async function abandonEndpoints(): Promise<void> {
  for (const controller of waitedFor.values()) controller.abort();
  await Promise.all(waitedFor.keys());
}

/** Resolves with the work, or with true after a second without any response, if `mayLeave` allows it. */
function untilSilent(
  work: Promise<void>,
  lastResponseMs: () => number,
  mayLeave: () => boolean,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let before = lastResponseMs();
    const timer = setInterval(() => {
      const now = lastResponseMs();
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
 * Serves an endpoint in its place. Resolves at the end of the work, or after a second of silence: the
 * endpoint is then waited for without a place, so that many silent endpoints delay others for a second, and
 * not for ten. If a process already waits for 64, further ones keep their places. If the process is killed,
 * the sweep finds the endpoint after its lease.
 */
async function serveLeased(
  ctx: Ctx,
  group: Group,
  leased: LeasedEndpoint,
  {
    httpClient,
    signal,
    controller,
  }: { httpClient: DeliveryClient; signal: AbortSignal; controller: AbortController },
): Promise<void> {
  let lastResponse = 0;
  const counting: DeliveryClient = {
    send: (url, init) =>
      httpClient.send(url, init).finally(() => {
        lastResponse += 1;
      }),
  };
  const work = takeTurn(ctx, group, leased, { httpClient: counting, signal });
  try {
    const mayLeave = () => waitedFor.size < MAX_WAITED_FOR;
    if (!(await untilSilent(work, () => lastResponse, mayLeave))) return;
    const { id } = leased.endpoint;
    const quietly = work.catch((err: unknown) =>
      log.warn({ endpointId: id, err }, "an endpoint that was waited for is left to the sweep"),
    );
    waitedFor.set(quietly, controller);
    void quietly.finally(() => waitedFor.delete(quietly));
  } finally {
    places.give(1);
  }
}

/** Serves leased endpoints, each in its place. A failure fails the job. */
async function serveAll(
  ctx: Ctx,
  leased: readonly LeasedEndpoint[],
  httpClient: DeliveryClient,
): Promise<void> {
  const group = createGroup(ctx);
  const controller = new AbortController();
  const by = { httpClient, controller, signal: AbortSignal.any([ctx.signal, controller.signal]) };
  const served = await Promise.allSettled(leased.map((endpoint) => serveLeased(ctx, group, endpoint, by)));
  for (const result of served) if (result.status === "rejected") throw result.reason;
}

/** Leases as many endpoints as there are places, up to a limit; `isFull`: there can be more. */
async function leaseWithPlaces(ctx: Ctx, limit: number, ids?: readonly string[]) {
  const granted = await places.take(limit);
  let count = 0;
  try {
    const leased = await leaseEndpoints(ctx, { limit: granted, ...(ids !== undefined && { ids }) });
    count = leased.length;
    return { taken: leased, isFull: count === granted };
  } finally {
    places.give(granted - count);
  }
}

/** Sends the due deliveries of one endpoint like `deliverTo`, in a place; see `serveLeased`. */
export async function serveEndpoint(
  ctx: Ctx,
  endpointId: string,
  httpClient: DeliveryClient = deliveryHttpClient,
): Promise<void> {
  const { taken } = await leaseWithPlaces(ctx, 1, [endpointId]);
  await serveAll(ctx, taken, httpClient);
}

/**
 * Sends the due deliveries of the workspace's endpoints, except those that other workers serve. Reads and
 * writes are shared by all endpoints.
 */
export async function serveEvents(ctx: Ctx, httpClient: DeliveryClient = deliveryHttpClient): Promise<void> {
  const { taken, isFull } = await leaseWithPlaces(ctx, PLACES);
  // Starts before these are finished, which can take a while.
  if (isFull) await wakeWorkspace(ctx);
  await serveAll(ctx, taken, httpClient);
}
