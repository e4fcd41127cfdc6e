import { createHash } from "node:crypto";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { workspaceIndexer } from "@/lib/platform/crypto";
import { db, writeUnaudited } from "@/lib/platform/db";
import { AppError, type ErrorCode, PROBLEMS, validationError } from "@/lib/platform/errors";

/** Lifetime of a stored response (api.md, "Idempotency"). */
const KEPT_MS = 24 * 3600_000;
/**
 * Time after which an unfinished request counts as lost with its process. It exceeds every verb's maximum
 * duration (a model's turn has 120 s), so that two never run at once.
 */
const LOST_AFTER_MS = 180_000;

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
  throw validationError([
    {
      in: "header",
      pointer: "/Idempotency-Key",
      code: "invalid_format",
      message: "Use 1 to 255 printable ASCII characters without spaces.",
    },
  ]);
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
          eb.and([eb("state", "=", "running"), eb("created_at", "<=", plusMs(now, -LOST_AFTER_MS))]),
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
  const update = (values: { state: string; status: number; reference: string; request_hash?: Buffer }) =>
    db
      .updateTable("idempotency_keys")
      .set(values)
      .where("workspace_id", "=", ctx.workspaceId)
      .where("scope", "=", scope);
  return {
    earlier: null,
    keep: async ({ status, reference }) => {
      const late = Buffer.isBuffer(body) ? {} : { request_hash: hashOf(await body()) };
      await writeUnaudited(ctx, { run: [update({ state: "done", status, reference, ...late })] });
    },
    release: async () => void (await writeUnaudited(ctx, { run: [claimRow] })),
  };
}

type StoredClaim = { request_hash: Buffer; state: string; status: number | null; reference: string | null };

function previousOutcome(stored: StoredClaim, requestHash: Buffer): Outcome {
  if (!stored.request_hash.equals(requestHash)) {
    throw new AppError(
      "idempotency_mismatch",
      "This Idempotency-Key was used with another body. Use a new key.",
    );
  }
  if (stored.state !== "done" || stored.status === null || stored.reference === null) {
    throw new AppError(
      "in_progress",
      "The first request with this Idempotency-Key still runs. Try again shortly.",
      { retryAfterS: 1 },
    );
  }
  return { status: stored.status, reference: stored.reference };
}

/** A rejection that is stored too: the 409s, by code and message, which quote nothing of the request. */
export const storableRefusal = (error: AppError): Outcome => ({
  status: PROBLEMS[error.code].status,
  reference: `${error.code} ${error.message}`,
});

/** Throws the stored rejection again. */
export function rethrowRefusal({ reference }: Outcome): never {
  const space = reference.indexOf(" ");
  throw new AppError(reference.slice(0, space) as ErrorCode, reference.slice(space + 1));
}
