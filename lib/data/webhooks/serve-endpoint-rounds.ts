import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { attemptDelivery, type DeliveryTarget, type Outcome } from "./attempt-delivery";
import { backoffMs } from "./backoff";
import { disableEndpoint } from "./disable";
import { roundSize } from "./due";
import type { Group } from "./group";
import { type Endpoint, LEASE_MS, type LeasedEndpoint } from "./lease-endpoints";
import { createSigner } from "./secret";
import type { Health } from "./store";

/** After this time a worker serves other endpoints; the next job continues. */
const TURN_MS = 20_000;
/** An endpoint that accepts nothing for this long is disabled (product.md, "Webhooks"). */
const DISABLE_AFTER_MS = 5 * 24 * 3_600_000;
/** A lease with less remaining time is renewed: a round takes about ten seconds at most. */
const RENEW_MS = 40_000;

/**
 * The endpoint's state after a round: healthy if a message was accepted, else in backoff. Null if unchanged.
 */
function healthAfter(endpoint: Endpoint, outcomes: readonly Outcome[], now: string): Health | null {
  if (outcomes.some(({ status }) => status === "delivered"))
    return endpoint.failures === 0 && endpoint.failing_since === null
      ? null
      : { failing_since: null, failures: 0, backoff_until: null };
  if (!outcomes.some(({ status }) => status !== "canceled")) return null;
  const failures = endpoint.failures + 1;
  return {
    failing_since: endpoint.failing_since ?? now,
    failures,
    backoff_until: plusMs(now, backoffMs(failures)),
  };
}

/** The reason to disable an endpoint; null to keep it enabled. */
function disableReason({ failing_since: since }: Endpoint, outcomes: readonly Outcome[], now: string) {
  if (outcomes.some(({ isGone }) => isGone)) return "gone";
  return since !== null && Date.parse(now) - Date.parse(since) >= DISABLE_AFTER_MS ? "failing" : null;
}

const renewed = ({ until }: Endpoint, now: string): string =>
  Date.parse(until) - Date.parse(now) < RENEW_MS ? plusMs(now, LEASE_MS) : until;

type Destination = Pick<DeliveryTarget, "httpClient" | "signal">;

/**
 * Sends due deliveries in rounds, and releases the endpoint. Returns whether it must not be leased again now.
 */
async function sendRounds(
  ctx: Ctx,
  group: Group,
  { endpoint: leased, due: first }: LeasedEndpoint,
  destination: Destination,
  endAt: number,
): Promise<boolean> {
  const to: DeliveryTarget = {
    ...destination,
    url: leased.url,
    sign: await createSigner(ctx.workspaceId, leased, ctx.now()),
  };
  let [endpoint, due] = [leased, first];
  while (due.length > 0) {
    const render = await group.bodies(due.map(({ event }) => event));
    const attempts = await Promise.allSettled(
      due.map((delivery) => attemptDelivery(ctx, delivery, render, to)),
    );
    const outcomes = attempts.flatMap((result) =>
      result.status === "fulfilled" ? (result.value ?? []) : [],
    );
    const failed = attempts.find((result) => result.status === "rejected");
    const now = ctx.now();
    const health = healthAfter(endpoint, outcomes, now);
    const end = disableReason({ ...endpoint, ...health }, outcomes, now);
    const isOver =
      [end, health?.backoff_until, failed].some((reason) => reason != null) ||
      to.signal.aborted ||
      Date.parse(now) >= endAt;
    const more = !isOver && due.length === roundSize(endpoint);
    const until = more || end !== null ? renewed(endpoint, now) : null;
    due = await group.store({ endpoint, outcomes, health, until, more });
    endpoint = { ...endpoint, ...health, until: until ?? endpoint.until };
    if (end !== null) {
      await disableEndpoint(ctx, endpoint.id, end);
      break;
    }
    // Sent messages are stored first, and not sent again.
    if (failed !== undefined) throw failed.reason;
    if (!more) return isOver;
  }
  await giveBack(group, endpoint);
  return false;
}

const giveBack = (group: Group, endpoint: Endpoint) =>
  group.store({ endpoint, outcomes: [], health: null, until: null, more: false });

/**
 * Sends the due deliveries of a leased endpoint in rounds: until none are due, nothing was accepted in a
 * round, or its time is over. Always releases the endpoint, and a job is scheduled for the next due time.
 */
export async function takeTurn(
  ctx: Ctx,
  group: Group,
  claimed: LeasedEndpoint,
  destination: Destination,
): Promise<void> {
  const endAt = Date.parse(ctx.now()) + TURN_MS;
  let leased: LeasedEndpoint | undefined = claimed;
  while (leased !== undefined) {
    const { endpoint }: LeasedEndpoint = leased;
    try {
      const over = await sendRounds(ctx, group, leased, destination, endAt);
      leased = await group.leaseAgain({ id: endpoint.id, isOver: over });
    } catch (error) {
      // If this fails too, the lease expires, and the sweep finds the endpoint.
      await giveBack(group, endpoint)
        .then(() => group.leaseAgain({ id: endpoint.id, isOver: true }))
        .catch(() => undefined);
      throw error;
    }
  }
}
