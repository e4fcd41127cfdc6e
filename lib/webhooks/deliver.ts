import { sql } from "kysely";
import { plusMs } from "@/lib/clock";
import type { Ctx } from "@/lib/context";
import { db, record } from "@/lib/db";
import { type Egress, egress } from "@/lib/egress";
import { attempt, type Due, type Outcome } from "./attempt";
import { restMs } from "./backoff";
import { disable } from "./disable";
import { updateEndpoint } from "./row";
import { signerOf } from "./secret";
import { wakeEndpoint } from "./wake";

/** Longer than the longest round: one of its attempts may take ten seconds. */
const LEASE_MS = 60_000;
/** After this a worker turns to others; the rest comes with the next job. */
const TURN_MS = 20_000;
/** Messages that are under way to one endpoint at a time. */
const AT_ONCE = 32;
/** An endpoint that took nothing for this long is switched off (product.md, "Webhooks"). */
const GIVE_UP_MS = 5 * 24 * 3_600_000;

const LEASED = [
  "id",
  "url",
  "secret",
  "previous_secret",
  "previous_expires_at",
  "failing_since",
  "failures",
] as const;

/** Takes an endpoint, unless another worker sends to it, or it rests or is switched off. */
async function take(ctx: Ctx, id: string) {
  const now = ctx.now();
  const [rows] = await record(ctx, {
    run: [
      updateEndpoint(ctx, id)
        .set({ lease_until: plusMs(now, LEASE_MS) })
        .where("enabled", "=", true)
        .where(sql<boolean>`(lease_until is null or lease_until <= ${now}::timestamptz)`)
        .where(sql<boolean>`(rest_until is null or rest_until <= ${now}::timestamptz)`)
        .returning(LEASED),
    ],
  });
  return rows[0];
}
type Endpoint = NonNullable<Awaited<ReturnType<typeof take>>>;

/** The oldest of what is due, with its events. */
async function dueOf(ctx: Ctx, endpointId: string, most: number): Promise<Due[]> {
  const rows = await ctx.db.all(
    db
      .selectFrom("webhook_deliveries as d")
      .innerJoin("webhook_events as e", "e.id", "d.event_id")
      .select(["d.id", "d.attempts", "d.created_at as delivery_created_at"])
      .select(["e.id as event_id", "e.type", "e.target", "e.environment", "e.created_at"])
      .where("d.workspace_id", "=", ctx.workspaceId)
      .where("e.workspace_id", "=", ctx.workspaceId)
      .where("d.endpoint_id", "=", endpointId)
      .where("d.status", "=", sql.lit("pending"))
      .where("d.next_attempt_at", "<=", ctx.now())
      .orderBy("d.next_attempt_at")
      .limit(most),
  );
  return rows.map(({ id, attempts, delivery_created_at, event_id, ...event }) => ({
    id,
    attempts,
    delivery_created_at,
    event: { ...event, id: event_id },
  }));
}

/** The statement that writes how attempts went. */
function outcomesStored(workspaceId: string, outcomes: readonly Outcome[], now: string) {
  const of = <K extends keyof Outcome>(key: K) => outcomes.map((outcome) => outcome[key]);
  const values = sql<
    Outcome & object
  >`unnest(${of("id")}::text[], ${of("status")}::text[], ${of("attempts")}::int[], ${of("next_attempt_at")}::timestamptz[], ${of("response_status")}::int[], ${of("error")}::text[], ${of("duration_ms")}::int[])`;
  return db
    .updateTable("webhook_deliveries as d")
    .from(
      sql<Outcome>`${values}`.as<"v">(
        sql`v(id, status, attempts, next_attempt_at, response_status, error, duration_ms)`,
      ),
    )
    .set({
      status: sql`v.status`,
      attempts: sql`v.attempts`,
      next_attempt_at: sql`v.next_attempt_at`,
      last_attempt_at: sql`${now}::timestamptz`,
      response_status: sql`v.response_status`,
      error: sql`v.error`,
      duration_ms: sql`v.duration_ms`,
    })
    .where("d.workspace_id", "=", workspaceId)
    .where(sql<boolean>`d.id = v.id`);
}

/** What a round says of the endpoint itself: well if one was taken, else it rests. */
function health(endpoint: Endpoint, outcomes: readonly Outcome[], now: string) {
  const well = outcomes.some(({ status }) => status === "delivered");
  const tried = outcomes.some(({ status }) => status !== "canceled");
  if (well) return { failing_since: null, failures: 0, rest_until: null };
  if (!tried) return {};
  const failures = endpoint.failures + 1;
  return {
    failing_since: endpoint.failing_since ?? now,
    failures,
    rest_until: plusMs(now, restMs(failures)),
  };
}

/** Sends what is due, round after round; ends at a round in which nothing was taken. */
async function sendRounds(ctx: Ctx, endpoint: Endpoint, way: Pick<Egress, "fetch">): Promise<void> {
  const endAt = Date.parse(ctx.now()) + TURN_MS;
  const sign = await signerOf(ctx.workspaceId, endpoint, ctx.now());
  const to = { url: endpoint.url, sign, way };
  let state = endpoint;
  for (;;) {
    // One that fails is tried with a single message, so that a thousand that wait do not all run into its silence.
    const due = await dueOf(ctx, endpoint.id, state.failing_since === null ? AT_ONCE : 1);
    if (due.length === 0) return;
    const outcomes = (await Promise.all(due.map((one) => attempt(ctx, one, to)))).filter(
      (outcome) => outcome !== null,
    );
    const now = ctx.now();
    const change = health(state, outcomes, now);
    await record(ctx, {
      run: [
        outcomesStored(ctx.workspaceId, outcomes, now),
        updateEndpoint(ctx, endpoint.id).set({ ...change, lease_until: plusMs(now, LEASE_MS) }),
      ],
    });
    state = { ...state, ...change };
    if (outcomes.some(({ gone }) => gone)) return disable(ctx, endpoint.id, "gone");
    if (state.failing_since !== null && Date.parse(now) - Date.parse(state.failing_since) >= GIVE_UP_MS)
      return disable(ctx, endpoint.id, "failing");
    if ("rest_until" in change && change.rest_until !== null) return;
    if (ctx.signal.aborted || Date.parse(now) >= endAt) return;
  }
}

/**
 * Gives the endpoint back, and has somebody come when the next is due. The endpoint's row is held meanwhile: whoever
 * stored a delivery and found the endpoint taken had it stored before, so that it is seen here.
 */
async function release(ctx: Ctx, id: string): Promise<void> {
  await record(ctx, async (tx) => {
    const row = await tx.one(
      updateEndpoint(ctx, id).set({ lease_until: null }).returning(["enabled", "rest_until"]),
    );
    if (row?.enabled !== true) return;
    const next = await tx.one(
      db
        .selectFrom("webhook_deliveries")
        .select(({ fn }) => fn.min("next_attempt_at").as("at"))
        .where("workspace_id", "=", ctx.workspaceId)
        .where("endpoint_id", "=", id)
        .where("status", "=", sql.lit("pending")),
    );
    const at = next?.at ?? null;
    if (at === null) return;
    // Both are RFC 3339 of the same form, which sorts as it passes.
    const [, later = at] = [at, row.rest_until ?? at].sort();
    await tx.one(wakeEndpoint(ctx.workspaceId, id, later));
  });
}

/**
 * Sends what is due to one endpoint; safe to repeat. One worker at a time sends to an endpoint, so that one that hangs
 * costs one place of the many in which endpoints are served, for ten seconds and ever more rarely.
 */
export async function deliverTo(
  ctx: Ctx,
  endpointId: string,
  way: Pick<Egress, "fetch"> = egress,
): Promise<void> {
  const endpoint = await take(ctx, endpointId);
  if (endpoint === undefined) return;
  try {
    await sendRounds(ctx, endpoint, way);
  } finally {
    await release(ctx, endpointId);
  }
}
