import { mutate } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import { atLeast, type Ctx } from "@/lib/platform/context";
import { workspaceSealer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { digestPlace, liveKeys, toKey } from "./row";
import type { KeyWithSecret, RotateKey } from "./schema";
import { digestOf, hintOf, newToken, tokenText } from "./token";

const MINUTE_MS = 60_000;

/**
 * Gives a key a new secret, shown here only; id, role and expiry stay. The former secret works until the overlap's end,
 * and one that was still in an earlier overlap stops at once. 403 for a key above one's own role, whose secret one
 * would otherwise learn; 409 for one that has expired.
 */
export async function rotateKey(
  ctx: Ctx,
  id: string,
  { overlap_minutes: overlap }: RotateKey,
): Promise<KeyWithSecret> {
  const sealer = await workspaceSealer(ctx.workspaceId);
  return mutate(ctx, async (tx) => {
    const row = await tx.one(
      liveKeys(ctx.workspaceId).select(["token_id", "digest"]).where("id", "=", id).forUpdate(),
    );
    if (row === undefined) throw notFound();
    const { token_id, digest, ...shown } = row;
    const key = toKey(shown);
    const now = ctx.now();
    if (!atLeast(ctx.actor.role, key.role))
      throw new AppError("forbidden", "This key's role is above your own.");
    if (key.expires_at !== null && key.expires_at <= now)
      throw new AppError("invalid_state", "This key has expired. Make a new one.");
    const token = newToken(key.environment, token_id);
    const former = overlap === 0 ? null : sealer.open(digestPlace(id, "digest"), digest);
    const change = {
      hint: hintOf(token),
      digest: sealer.seal(digestPlace(id, "digest"), digestOf(token)),
      previous_digest: former && sealer.seal(digestPlace(id, "previous_digest"), former),
      previous_expires_at: former && plusMs(now, overlap * MINUTE_MS),
    };
    await tx.one(
      db.updateTable("api_keys").set(change).where("workspace_id", "=", ctx.workspaceId).where("id", "=", id),
    );
    return {
      result: { ...key, hint: change.hint, secret: tokenText(token) },
      audit: { action: "key.rotated", target: id, after: { overlap_minutes: overlap } },
    };
  });
}
