import { sql } from "kysely";
import { digestFieldRef, digestOf, effectiveRole, isSameDigest, type Token } from "@/lib/identity/keys";
import type { Environment, Role } from "@/lib/platform/context";
import { workspaceSealer } from "@/lib/platform/crypto";
import { compileOnce, db } from "@/lib/platform/db";
import { identityBatch, identityDb } from "@/lib/platform/db/identity";
import { AsyncCache } from "@/lib/platform/expiring-map";

/** How long a key's row is cached: a revocation applies within 2 s on every process, the query included. */
const KEY_TTL_MS = 1_000;
/** Cached ids, unknown ones included. A flood of made-up ids evicts only entries of this cache. */
const KEYS_LIMIT = 10_000;

type CachedKey = {
  workspaceId: string;
  keyId: string;
  environment: Environment;
  role: Role;
  digest: Buffer;
  previous: { digest: Buffer; until: string } | null;
  expiresAt: string | null;
  /** Networks from which it can be used; empty means anywhere. */
  networks: readonly string[];
};

const setWorkspaceOfToken = compileOnce(({ tokenId }: { tokenId: string }) =>
  identityDb.selectNoFrom(
    sql`set_config('app.workspace_id', coalesce((select workspace_id from key_ids where token_id = ${tokenId}), ''), true)`.as(
      "workspace",
    ),
  ),
);
const selectKey = compileOnce(({ tokenId }: { tokenId: string }) =>
  db
    .selectFrom("api_keys as k")
    .innerJoin("members as m", (on) =>
      on.onRef("m.workspace_id", "=", "k.workspace_id").onRef("m.id", "=", "k.created_by"),
    )
    .select([
      "k.id",
      "k.workspace_id",
      "k.environment",
      "k.role",
      "k.digest",
      "k.previous_digest",
      "k.previous_expires_at",
      "k.expires_at",
      "k.allowed_addresses",
      "m.role as maker_role",
    ])
    .where("k.token_id", "=", tokenId)
    .where("k.revoked_at", "is", null),
);

/**
 * Loads a key in one round trip: the first statement sets the workspace, as row-level security requires for
 * the second.
 */
async function loadKey(tokenId: string): Promise<CachedKey | null> {
  const [, rows] = await identityBatch(setWorkspaceOfToken({ tokenId }), selectKey({ tokenId }));
  const row = rows[0];
  if (row === undefined) return null;
  const role = effectiveRole(row.role as Role, row.maker_role as Role);
  if (role === null) return null;
  const sealer = await workspaceSealer(row.workspace_id);
  const { previous_digest: previous, previous_expires_at: until } = row;
  return {
    workspaceId: row.workspace_id,
    keyId: row.id,
    environment: row.environment as Environment,
    role,
    digest: sealer.open(digestFieldRef(row.id, "digest"), row.digest),
    previous:
      previous && until
        ? { digest: sealer.open(digestFieldRef(row.id, "previous_digest"), previous), until }
        : null,
    expiresAt: row.expires_at,
    networks: row.allowed_addresses,
  };
}

const keyCache = new AsyncCache({ ttlMs: KEY_TTL_MS, limit: KEYS_LIMIT }, loadKey);

export type CheckedKey = Pick<CachedKey, "workspaceId" | "keyId" | "environment" | "role" | "networks">;

/**
 * Verifies a token and returns its key. Null if the key is unknown, revoked, expired or of another
 * environment, if its creator has left, or if the secret is wrong. Only the row is cached; the secret is
 * compared each time. `now`: RFC 3339.
 */
export async function checkKey(token: Token, now: string): Promise<CheckedKey | null> {
  const key = await keyCache.get(token.id);
  if (key === null || key.environment !== token.environment) return null;
  if (key.expiresAt !== null && key.expiresAt <= now) return null;
  const digest = digestOf(token);
  const isCurrent = isSameDigest(digest, key.digest);
  const isPrevious =
    key.previous !== null && key.previous.until > now && isSameDigest(digest, key.previous.digest);
  return isCurrent || isPrevious ? key : null;
}
