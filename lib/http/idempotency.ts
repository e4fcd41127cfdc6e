import { createHash } from "node:crypto";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { indexer } from "@/lib/platform/crypto";
import { db, record } from "@/lib/platform/db";
import { AppError, type ErrorCode, PROBLEMS, validationError } from "@/lib/platform/errors";

/** How long the answer to a key is remembered (api.md, "Idempotency"). */
const KEPT_MS = 24 * 3600_000;
/**
 * When a request that never told how it ended counts as lost, with its process. It is longer than any verb may run
 * (a model's turn has 120 s), so that two never run at once.
 */
const LOST_AFTER_MS = 180_000;

const KEY = /^[\x21-\x7e]{1,255}$/;

/** What the first request with this key led to. */
export type Outcome = { status: number; reference: string };

/** A claim on a key: either the earlier outcome, or the duty to say how this request ends. */
export type Claim =
  | { earlier: Outcome }
  | { earlier: null; keep(outcome: Outcome): Promise<void>; release(): Promise<void> };

/** The body as it came; of one that is streamed what stands for it, once it has been read to its end. */
export type RawBody = Buffer | (() => Promise<Buffer>);
/** Stands in the row until a streamed body has been read. */
const NOT_READ = Buffer.alloc(0);

/** The request's key, or null. Throws 400 for one that cannot be. */
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
 * Claims a key for this actor and path. Throws 409 `in_progress` while the first request runs, 422 when its body was
 * another. Kept is a reference and a status, never a body: the answer is presented anew, masked as now.
 */
export async function claim(ctx: Ctx, path: string, key: string, body: RawBody): Promise<Claim> {
  const scope = createHash("sha256")
    .update(JSON.stringify([ctx.actor.type, ctx.actor.id, path, key]))
    .digest();
  const { hash } = await indexer(ctx.workspaceId);
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
  const mine = db
    .deleteFrom("idempotency_keys")
    .where("workspace_id", "=", ctx.workspaceId)
    .where("scope", "=", scope);
  const [, claimed, [found]] = await record(ctx, {
    run: [
      mine.where((eb) =>
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
    // Whether a streamed body is the same shows once it has been read, which is not waited for while the first runs.
    const read = Buffer.isBuffer(body) || found.state !== "done" ? null : hashOf(await body());
    const same = Buffer.isBuffer(body) ? requestHash : (read ?? found.request_hash);
    return { earlier: earlierOf(found, same) };
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
      await record(ctx, { run: [update({ state: "done", status, reference, ...late })] });
    },
    release: async () => void (await record(ctx, { run: [mine] })),
  };
}

type Found = { request_hash: Buffer; state: string; status: number | null; reference: string | null };

function earlierOf(found: Found, requestHash: Buffer): Outcome {
  if (!found.request_hash.equals(requestHash)) {
    throw new AppError(
      "idempotency_mismatch",
      "This Idempotency-Key was used with another body. Use a new key.",
    );
  }
  if (found.state !== "done" || found.status === null || found.reference === null) {
    throw new AppError(
      "in_progress",
      "The first request with this Idempotency-Key still runs. Try again shortly.",
      { retryAfterS: 1 },
    );
  }
  return { status: found.status, reference: found.reference };
}

/** A refusal that is kept as well: the 409s, by code and words, which quote nothing of the request. */
export const refusalOf = (error: AppError): Outcome => ({
  status: PROBLEMS[error.code].status,
  reference: `${error.code} ${error.message}`,
});

/** The refusal that was kept, thrown again. */
export function refuseAgain({ reference }: Outcome): never {
  const space = reference.indexOf(" ");
  throw new AppError(reference.slice(0, space) as ErrorCode, reference.slice(space + 1));
}
