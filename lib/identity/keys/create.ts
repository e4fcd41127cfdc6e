import type { Compilable } from "kysely";
import { type AuditEvent, mutate } from "@/lib/platform/audit";
import { atLeast, type Ctx } from "@/lib/platform/context";
import { type Sealer, workspaceSealer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { AppError, validationError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { makerOf } from "./maker";
import { auditView, digestPlace } from "./row";
import type { CreateKey, Key, KeyWithSecret } from "./schema";
import { digestOf, hintOf, newToken, type Token, tokenText } from "./token";

type Made = { key: Key; insert: Compilable<unknown>; audit: AuditEvent };
type Making = Omit<CreateKey, "expires_at" | "allowed_addresses"> & {
  workspaceId: string;
  maker: string;
  token: Token;
  expires_at: string | null;
  allowed_addresses?: string[] | undefined;
};

/** A key that is about to be, for the transaction of who makes it. `maker` is the member whose role bounds it. */
export function newKey(
  sealer: Sealer,
  { workspaceId, maker, token, allowed_addresses = [], ...input }: Making,
  now: string,
): Made {
  const row = {
    ...input,
    allowed_addresses,
    id: newId("key", Date.parse(now)),
    hint: hintOf(token),
    created_by: maker,
    created_at: now,
    last_used_at: null,
  };
  // Who makes it may do at least as much.
  const key: Key = { ...row, effective_role: row.role };
  const digest = sealer.seal(digestPlace(row.id, "digest"), digestOf(token));
  return {
    key,
    insert: db
      .insertInto("api_keys")
      .values({ ...row, workspace_id: workspaceId, token_id: token.id, digest }),
    audit: { action: "key.created", target: key.id, after: auditView(key) },
  };
}

/** RFC 3339 as the client wrote it, in the form in which times are stored; a 400 unless it lies ahead. */
function expiryOf(input: CreateKey["expires_at"], now: string): string | null {
  if (input === undefined || input === null) return null;
  const at = new Date(input);
  if (at.getTime() > Date.parse(now)) return at.toISOString();
  throw validationError([
    { in: "body", pointer: "/expires_at", code: "in_the_past", message: "Use a time in the future." },
  ]);
}

/**
 * Makes a key and answers it with its secret, which is shown here only. 403 for a role above the maker's own: what one
 * may not do oneself, one cannot hand out. `maker`: the member who is to answer for the key, where it is not who asks.
 */
export async function createKey(ctx: Ctx, input: CreateKey, maker?: string): Promise<KeyWithSecret> {
  if (!atLeast(ctx.actor.role, input.role))
    throw new AppError("forbidden", "A key's role cannot be above your own.");
  const now = ctx.now();
  const expires_at = expiryOf(input.expires_at, now);
  const token = newToken(input.environment);
  const [answersForIt, sealer] = await Promise.all([maker ?? makerOf(ctx), workspaceSealer(ctx.workspaceId)]);
  const { key, insert, audit } = newKey(
    sealer,
    { ...input, expires_at, workspaceId: ctx.workspaceId, maker: answersForIt, token },
    now,
  );
  await mutate(ctx, { run: [insert], audit });
  return { ...key, secret: tokenText(token) };
}
