import type { Compilable } from "kysely";
import { type AuditEvent, writeAudited } from "@/lib/platform/audit";
import { type Ctx, isAtLeast } from "@/lib/platform/context";
import { type Sealer, workspaceSealer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { AppError, bodyError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { resolveCreatorId } from "./creator";
import { auditView, digestFieldRef } from "./row";
import type { CreateKey, Key, KeyWithSecret } from "./schema";
import { digestOf, formatToken, hintOf, newToken, type Token } from "./token";

type PreparedKey = { key: Key; insert: Compilable<unknown>; audit: AuditEvent };
type NewKeyInput = Omit<CreateKey, "expires_at" | "allowed_addresses"> & {
  workspaceId: string;
  creatorId: string;
  token: Token;
  expires_at: string | null;
  allowed_addresses?: string[] | undefined;
};

/**
 * Prepares a new key: its insert and audit event belong in the caller's transaction. The role of the member
 * `creatorId` limits the key's role.
 */
export function newKey(
  sealer: Sealer,
  { workspaceId, creatorId, token, allowed_addresses = [], ...input }: NewKeyInput,
  now: string,
): PreparedKey {
  const row = {
    ...input,
    allowed_addresses,
    id: newId("key", Date.parse(now)),
    hint: hintOf(token),
    created_by: creatorId,
    created_at: now,
    last_used_at: null,
  };
  // The creator's role is at least the key's role.
  const key: Key = { ...row, effective_role: row.role };
  const digest = sealer.seal(digestFieldRef(row.id, "digest"), digestOf(token));
  return {
    key,
    insert: db
      .insertInto("api_keys")
      .values({ ...row, workspace_id: workspaceId, token_id: token.id, digest }),
    audit: { action: "key.created", target: key.id, after: auditView(key) },
  };
}

/** The client's RFC 3339 time in the stored form. Throws a 400 unless it is in the future. */
function expiryOf(input: CreateKey["expires_at"], now: string): string | null {
  if (input === undefined || input === null) return null;
  const at = new Date(input);
  if (at.getTime() > Date.parse(now)) return at.toISOString();
  throw bodyError("/expires_at", "expiry_in_past");
}

/**
 * Creates a key and returns it with its secret, which is returned only here. Throws 403 for a role above the
 * caller's: a caller cannot grant more than they have. `creatorId`: the member responsible for the key, if
 * not the caller.
 */
export async function createKey(ctx: Ctx, input: CreateKey, creatorId?: string): Promise<KeyWithSecret> {
  if (!isAtLeast(ctx.actor.role, input.role)) throw new AppError("key_role_too_high");
  const now = ctx.now();
  const expires_at = expiryOf(input.expires_at, now);
  const token = newToken(input.environment);
  const [responsibleId, sealer] = await Promise.all([
    creatorId ?? resolveCreatorId(ctx),
    workspaceSealer(ctx.workspaceId),
  ]);
  const { key, insert, audit } = newKey(
    sealer,
    { ...input, expires_at, workspaceId: ctx.workspaceId, creatorId: responsibleId, token },
    now,
  );
  await writeAudited(ctx, { run: [insert], audit });
  return { ...key, secret: formatToken(token) };
}
