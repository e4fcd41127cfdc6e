import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { attempt, type Outcome, type To } from "./attempt";
import { restMs } from "./backoff";
import { type Claimed, type Endpoint, LEASE_MS } from "./claim";
import { disable } from "./disable";
import { roundOf } from "./due";
import type { Group } from "./group";
import { signerOf } from "./secret";
import type { Health } from "./store";

/** After this a worker turns to others; the rest comes with the next job. */
const TURN_MS = 20_000;
/** An endpoint that took nothing for this long is switched off (product.md, "Webhooks"). */
const GIVE_UP_MS = 5 * 24 * 3_600_000;
/** What is left of a lease when it is renewed: a round takes some ten seconds at most. */
const RENEW_MS = 40_000;

/** What a round says of the endpoint: well if one was taken, else it rests. Null where it is as it was. */
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
    backoff_until: plusMs(now, restMs(failures)),
  };
}

/** Why an endpoint is to be switched off; null where it is not. */
function endOf({ failing_since: since }: Endpoint, outcomes: readonly Outcome[], now: string) {
  if (outcomes.some(({ gone }) => gone)) return "gone";
  return since !== null && Date.parse(now) - Date.parse(since) >= GIVE_UP_MS ? "failing" : null;
}

const renewed = ({ until }: Endpoint, now: string): string =>
  Date.parse(until) - Date.parse(now) < RENEW_MS ? plusMs(now, LEASE_MS) : until;

type Destination = Pick<To, "way" | "signal">;

/** Sends round after round of what is due, and gives the endpoint back; answers whether it is to be left alone for now. */
async function sendRounds(
  ctx: Ctx,
  group: Group,
  { endpoint: taken, due: first }: Claimed,
  destination: Destination,
  endAt: number,
): Promise<boolean> {
  const to: To = { ...destination, url: taken.url, sign: await signerOf(ctx.workspaceId, taken, ctx.now()) };
  let [endpoint, due] = [taken, first];
  while (due.length > 0) {
    const render = await group.bodies(due.map(({ event }) => event));
    const attempts = await Promise.allSettled(due.map((one) => attempt(ctx, one, render, to)));
    const outcomes = attempts.flatMap((one) => (one.status === "fulfilled" ? (one.value ?? []) : []));
    const failed = attempts.find((one) => one.status === "rejected");
    const now = ctx.now();
    const health = healthAfter(endpoint, outcomes, now);
    const end = endOf({ ...endpoint, ...health }, outcomes, now);
    const isOver =
      [end, health?.backoff_until, failed].some((one) => one != null) ||
      to.signal.aborted ||
      Date.parse(now) >= endAt;
    const more = !isOver && due.length === roundOf(endpoint);
    const until = more || end !== null ? renewed(endpoint, now) : null;
    due = await group.store({ endpoint, outcomes, health, until, more });
    endpoint = { ...endpoint, ...health, until: until ?? endpoint.until };
    if (end !== null) {
      await disable(ctx, endpoint.id, end);
      break;
    }
    // What was sent beside it is stored first, and not sent again.
    if (failed !== undefined) throw failed.reason;
    if (!more) return isOver;
  }
  await giveBack(group, endpoint);
  return false;
}

const giveBack = (group: Group, endpoint: Endpoint) =>
  group.store({ endpoint, outcomes: [], health: null, until: null, more: false });

/**
 * Sends what is due to an endpoint that was taken, round after round: until nothing is due, a round in which nothing was
 * taken, or the end of its time. It is given back in any case, and somebody comes when the next is due.
 */
export async function takeTurn(
  ctx: Ctx,
  group: Group,
  claimed: Claimed,
  destination: Destination,
): Promise<void> {
  const endAt = Date.parse(ctx.now()) + TURN_MS;
  let taken: Claimed | undefined = claimed;
  while (taken !== undefined) {
    const { endpoint }: Claimed = taken;
    try {
      const over = await sendRounds(ctx, group, taken, destination, endAt);
      taken = await group.look({ id: endpoint.id, over });
    } catch (error) {
      // Where this cannot be done either, its lease ends by itself, and the sweep finds it.
      await giveBack(group, endpoint)
        .then(() => group.look({ id: endpoint.id, over: true }))
        .catch(() => undefined);
      throw error;
    }
  }
}
