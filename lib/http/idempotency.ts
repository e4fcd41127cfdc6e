import { createHash } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { workspaceIndexer } from "@/lib/platform/crypto";
import { db, writeUnaudited } from "@/lib/platform/db";
import { AppError, type ErrorCode, PROBLEMS, problemIn, validationError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { ERROR_REASONS } from "@/lib/platform/reasons/reasons";

/** Lifetime of a stored response (api.md, "Idempotency"). */
const KEPT_MS = 24 * 3600_000;
/** A running request renews its claim at this interval. Most requests end before the first renewal. */
const RENEW_MS = 5_000;
/** A claim that was not renewed for this long belongs to a process that died: the next request with the key runs. */
const LEASE_MS = 20_000;
/**
 * A request of a version without renewals has no time in its row, and is lost after the maximum duration of a verb (a
 * model's turn has 120 s).
 */
const LOST_AFTER_MS = 180_000;

/** By the database's clock, as the clocks of the processes differ. */
const leaseEnd = sql<string>`now() + ${LEASE_MS} * interval '1 ms'`;

const KEY = /^[\x21-\x7e]{1,255}$/;

/** The outcome of the first request with this key. */
export type Outcome = { status: number; reference: string };

/** A claim of a key: the earlier outcome, or the duty to store this request's outcome. */
export type Claim =
  | { earlier: Outcome }
  | { earlier: null; keep(outcome: Outcome): Promise<void>; release(): Promise<void> };

/** The received body; for a streamed one a digest, available once it has been read to its end. */
export type RawBody = Buffer | (() => Promise<Buffer>);
/** Stored in the row until a streamed body has been read. */
const NOT_READ = Buffer.alloc(0);

/** Reads the request's key; null without one. Throws 400 for an invalid one. */
export function idempotencyKey(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key === null) return null;
  if (KEY.test(key)) return key;
  throw validationError([problemIn("header", "/Idempotency-Key", "idempotency_key_invalid")]);
}

/**
 * Claims a key for this actor and path. Throws 409 `in_progress` while the first request runs, and 422 if its
 * body was different. Only a reference and a status are stored, never a body: the response is presented
 * again, with the current masks.
 */
export async function claimKey(ctx: Ctx, path: string, key: string, body: RawBody): Promise<Claim> {
  const scope = createHash("sha256")
    .update(JSON.stringify([ctx.actor.type, ctx.actor.id, path, key]))
    .digest();
  const { hash } = await workspaceIndexer(ctx.workspaceId);
  const hashOf = (bytes: Buffer): Buffer => hash("idempotency", bytes.toString("latin1"));
  const requestHash = Buffer.isBuffer(body) ? hashOf(body) : NOT_READ;
  const now = ctx.now();
  const row = {
    workspace_id: ctx.workspaceId,
    scope,
    request_hash: requestHash,
    state: "running",
    running_until: leaseEnd,
    created_at: now,
    expires_at: plusMs(now, KEPT_MS),
  };
  const claimRow = db
    .deleteFrom("idempotency_keys")
    .where("workspace_id", "=", ctx.workspaceId)
    .where("scope", "=", scope);
  const [, claimed, [found]] = await writeUnaudited(ctx, {
    run: [
      claimRow.where((eb) =>
        eb.or([
          eb("expires_at", "<=", now),
          eb.and([
            eb("state", "=", "running"),
            eb.or([
              eb("running_until", "<=", sql<string>`now()`),
              eb.and([eb("running_until", "is", null), eb("created_at", "<=", plusMs(now, -LOST_AFTER_MS))]),
            ]),
          ]),
        ]),
      ),
      db
        .insertInto("idempotency_keys")
        .values(row)
        .onConflict((oc) => oc.doNothing())
        .returning("state"),
      db
        .selectFrom("idempotency_keys")
        .select(["request_hash", "state", "status", "reference"])
        .where("workspace_id", "=", ctx.workspaceId)
        .where("scope", "=", scope),
    ],
  });
  if (claimed.length === 0 && found !== undefined) {
    // A streamed body can only be compared once it has been read, so it is compared after the first request
    // has finished.
    const read = Buffer.isBuffer(body) || found.state !== "done" ? null : hashOf(await body());
    const comparedHash = Buffer.isBuffer(body) ? requestHash : (read ?? found.request_hash);
    return { earlier: previousOutcome(found, comparedHash) };
  }
  // A claim that was lost meanwhile is another request's: its row was created at another time.
  const update = db
    .updateTable("idempotency_keys")
    .where("workspace_id", "=", ctx.workspaceId)
    .where("scope", "=", scope)
    .where("created_at", "=", now);
  const stopRenewing = renewRegularly(() =>
    writeUnaudited(ctx, { run: [update.set({ running_until: leaseEnd }).where("state", "=", "running")] }),
  );
  return {
    earlier: null,
    keep: async ({ status, reference }) => {
      const late = Buffer.isBuffer(body) ? {} : { request_hash: hashOf(await body()) };
      stopRenewing();
      const done = { state: "done", running_until: null, status, reference, ...late };
      await writeUnaudited(ctx, { run: [update.set(done)] });
    },
    release: async () => {
      stopRenewing();
      await writeUnaudited(ctx, { run: [claimRow.where("created_at", "=", now)] });
    },
  };
}

/** Renews a claim until the returned function is called. A failed renewal is repeated at the next interval. */
function renewRegularly(renew: () => Promise<unknown>): () => void {
  const timer = setInterval(() => {
    renew().catch((error: unknown) =>
      log.warn({ err: error }, "the claim of an Idempotency-Key was not renewed"),
    );
  }, RENEW_MS);
  timer.unref();
  return () => clearInterval(timer);
}

type StoredClaim = { request_hash: Buffer; state: string; status: number | null; reference: string | null };

function previousOutcome(stored: StoredClaim, requestHash: Buffer): Outcome {
  if (!stored.request_hash.equals(requestHash)) {
    throw new AppError("idempotency_mismatch");
  }
  if (stored.state !== "done" || stored.status === null || stored.reference === null) {
    throw new AppError("in_progress", { retryAfterS: 1 });
  }
  return { status: stored.status, reference: stored.reference };
}

/** The rejection of a request as it is stored: its sentence quotes nothing of the request. */
const StoredRefusal = z.object({
  code: z.enum(Object.keys(PROBLEMS) as [ErrorCode, ...ErrorCode[]]),
  reason: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
type StoredRefusal = z.output<typeof StoredRefusal>;

/**
 * A rejection that is stored too: the 409s. The first line is that of the release before reasons, whose processes can run beside
 * this one.
 */
export const storableRefusal = ({ code, reason, message, params }: AppError): Outcome => ({
  status: PROBLEMS[code].status,
  reference: `${code} ${message}\n${JSON.stringify({ code, reason, message, params } satisfies StoredRefusal)}`,
});

/** Parses a stored rejection. The former release stored the first line alone: its sentence tells the reason. */
function parseRefusal(reference: string): StoredRefusal {
  const end = reference.lastIndexOf("\n");
  if (end !== -1) return StoredRefusal.parse(JSON.parse(reference.slice(end + 1)));
  const space = reference.indexOf(" ");
  const code = reference.slice(0, space) as ErrorCode;
  const message = reference.slice(space + 1);
  const entry = Object.entries(ERROR_REASONS).find(
    ([, sentence]) => sentence.code === code && sentence.message === message,
  );
  return { code, reason: entry?.[0] ?? code, message };
}

/** Throws the stored rejection again, with the sentence of the release that stored it. */
export function rethrowRefusal({ reference }: Outcome): never {
  throw Object.assign(new AppError("internal"), { params: undefined }, parseRefusal(reference));
}
