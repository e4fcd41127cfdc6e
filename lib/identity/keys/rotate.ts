import { writeAudited } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import { type Ctx, isAtLeast } from "@/lib/platform/context";
import { workspaceSealer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { digestFieldRef, selectUnrevokedKeys, toKey } from "./row";
import type { KeyWithSecret, RotateKey } from "./schema";
import { digestOf, formatToken, hintOf, newToken } from "./token";

const MINUTE_MS = 60_000;

/**
 * Gives a key a new secret, which is returned only here; id, role and expiry stay. The previous secret works
 * until the overlap ends. A secret from an earlier overlap stops at once. Throws 403 for a key above the
 * caller's role, as the caller would learn its secret, and 409 for an expired key.
 */
export async function rotateKey(
  ctx: Ctx,
  id: string,
  { overlap_minutes: overlap }: RotateKey,
): Promise<KeyWithSecret> {
  const sealer = await workspaceSealer(ctx.workspaceId);
  return writeAudited(ctx, async (tx) => {
    const row = await tx.first(
      selectUnrevokedKeys(ctx.workspaceId)
        .select(["token_id", "digest"])
        .where("id", "=", id)
        .forNoKeyUpdate(),
    );
    if (row === undefined) throw notFound();
    const { token_id, digest, ...keyRow } = row;
    const key = toKey(keyRow);
    const now = ctx.now();
    if (!isAtLeast(ctx.actor.role, key.role)) throw new AppError("rotated_key_role_too_high");
    if (key.expires_at !== null && key.expires_at <= now) throw new AppError("key_expired");
    const token = newToken(key.environment, token_id);
    const previousDigest = overlap === 0 ? null : sealer.open(digestFieldRef(id, "digest"), digest);
    const change = {
      hint: hintOf(token),
      digest: sealer.seal(digestFieldRef(id, "digest"), digestOf(token)),
      previous_digest: previousDigest && sealer.seal(digestFieldRef(id, "previous_digest"), previousDigest),
      previous_expires_at: previousDigest && plusMs(now, overlap * MINUTE_MS),
    };
    await tx.first(
      db.updateTable("api_keys").set(change).where("workspace_id", "=", ctx.workspaceId).where("id", "=", id),
    );
    return {
      result: { ...key, hint: change.hint, secret: formatToken(token) },
      audit: { action: "key.rotated", target: id, after: { overlap_minutes: overlap } },
    };
  });
}
