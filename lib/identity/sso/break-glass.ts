import { randomBytes } from "node:crypto";
import type { Compilable } from "kysely";
import { requirePlan } from "@/lib/identity/plans";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, reader } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { sha256 } from "./request";

/** 150 bits cannot be guessed, so the hash need not be slow. */
const LETTERS = 30;
const GROUP = /.{5}/g;
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** A code in groups of five letters that are not easily confused. */
function newCode(): string {
  const letters = [...randomBytes(LETTERS)].map((byte) => ALPHABET[byte & 31]).join("");
  return (letters.match(GROUP) ?? []).join("-");
}

/** Hashes a typed code, in any case and with or without dashes. */
const hashOfCode = (code: string): Buffer => sha256(code.toLowerCase().replace(/[\s-]/g, ""));

/**
 * Creates a code with which the calling owner can sign in once by password while single sign-on is enforced.
 * It replaces any previous code of the workspace. Only this response contains it; a hash is stored. Throws
 * `plan_required`, and `invalid_state` without a connection.
 */
export async function createBreakGlassCode(ctx: Ctx): Promise<{ code: string }> {
  await requirePlan(ctx, "sso");
  const code = newCode();
  await writeAudited(ctx, async (tx) => {
    const connection = await tx.first(
      db
        .updateTable("sso_connections")
        .set({
          break_glass_member: ctx.actor.id,
          break_glass_hash: hashOfCode(code),
          break_glass_at: ctx.now(),
        })
        .where("workspace_id", "=", ctx.workspaceId)
        .returning("workspace_id"),
    );
    if (connection === undefined) throw new AppError("no_identity_provider");
    return { result: undefined, audit: { action: "sso.break_glass_created", target: ctx.actor.id } };
  });
  return { code };
}

const clearCode = (workspaceId: string) =>
  db
    .updateTable("sso_connections")
    .set({ break_glass_member: null, break_glass_hash: null, break_glass_at: null })
    .where("workspace_id", "=", workspaceId)
    .where("break_glass_hash", "is not", null);

/** Removes the code. Throws 404 if there is none. */
export async function removeBreakGlassCode(ctx: Ctx): Promise<void> {
  await writeAudited(ctx, async (tx) => {
    const deleted = await tx.first(clearCode(ctx.workspaceId).returning("workspace_id"));
    if (deleted === undefined) throw notFound();
    return { result: undefined, audit: { action: "sso.break_glass_removed", target: ctx.workspaceId } };
  });
}

type Holder = { workspaceId: string; memberId: string };

/** Whether this member has the workspace's code. */
export async function hasBreakGlassCode({ workspaceId, memberId }: Holder): Promise<boolean> {
  const row = await reader(workspaceId).first(
    db
      .selectFrom("sso_connections")
      .select("break_glass_member")
      .where("workspace_id", "=", workspaceId)
      .where("break_glass_hash", "is not", null),
  );
  return row?.break_glass_member === memberId;
}

/**
 * The statement that consumes a member's code, for the sign-in's transaction. It returns a row if the code is
 * theirs.
 */
export const redeemBreakGlassCode = (
  { workspaceId, memberId }: Holder,
  code: string,
): Compilable<{ workspace_id: string }> =>
  clearCode(workspaceId)
    .where("break_glass_member", "=", memberId)
    .where("break_glass_hash", "=", hashOfCode(code))
    .returning("workspace_id");
