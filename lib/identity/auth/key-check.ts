import { sql } from "kysely";
import { digestOf, digestPlace, sameDigest, type Token, worksAs } from "@/lib/identity/keys";
import type { Environment, Role } from "@/lib/platform/context";
import { workspaceSealer } from "@/lib/platform/crypto";
import { db, prepared } from "@/lib/platform/db";
import { identityBatch, identityDb } from "@/lib/platform/db/identity";
import { Loaded } from "@/lib/platform/expiring-map";

/** How long a verified key is trusted: a revocation works within 2 s on every process, the question's way included. */
const KEY_TTL_MS = 1_000;
/** Keys, and ids that are none, that a process remembers; a flood of made-up ids pushes out its own. */
const KEYS_LIMIT = 10_000;

type Known = {
  workspaceId: string;
  keyId: string;
  environment: Environment;
  role: Role;
  digest: Buffer;
  previous: { digest: Buffer; until: string } | null;
  expiresAt: string | null;
  /** Where it may be used from; empty: anywhere. */
  networks: readonly string[];
};

const setWorkspaceOf = prepared(({ tokenId }: { tokenId: string }) =>
  identityDb.selectNoFrom(
    sql`set_config('app.workspace_id', coalesce((select workspace_id from key_ids where token_id = ${tokenId}), ''), true)`.as(
      "workspace",
    ),
  ),
);
const keyOf = prepared(({ tokenId }: { tokenId: string }) =>
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

/** One round trip: the id's workspace, set for the statement behind it, which row-level security then lets through. */
async function load(tokenId: string): Promise<Known | null> {
  const [, rows] = await identityBatch(setWorkspaceOf({ tokenId }), keyOf({ tokenId }));
  const row = rows[0];
  if (row === undefined) return null;
  const role = worksAs(row.role as Role, row.maker_role as Role);
  if (role === null) return null;
  const sealer = await workspaceSealer(row.workspace_id);
  const { previous_digest: previous, previous_expires_at: until } = row;
  return {
    workspaceId: row.workspace_id,
    keyId: row.id,
    environment: row.environment as Environment,
    role,
    digest: sealer.open(digestPlace(row.id, "digest"), row.digest),
    previous:
      previous && until
        ? { digest: sealer.open(digestPlace(row.id, "previous_digest"), previous), until }
        : null,
    expiresAt: row.expires_at,
    networks: row.allowed_addresses,
  };
}

const known = new Loaded({ ttlMs: KEY_TTL_MS, limit: KEYS_LIMIT }, load);

export type CheckedKey = Pick<Known, "workspaceId" | "keyId" | "environment" | "role" | "networks">;

/**
 * Whom a key speaks for; null if it is unknown, revoked, expired, of another environment than it says, of a maker who
 * has left, or if its secret is wrong. The secret is compared each time; only the row is remembered. `now`: RFC 3339.
 */
export async function checkKey(token: Token, now: string): Promise<CheckedKey | null> {
  const key = await known.get(token.id);
  if (key === null || key.environment !== token.environment) return null;
  if (key.expiresAt !== null && key.expiresAt <= now) return null;
  const given = digestOf(token);
  const current = sameDigest(given, key.digest);
  const former = key.previous !== null && key.previous.until > now && sameDigest(given, key.previous.digest);
  return current || former ? key : null;
}
