import { randomBytes } from "node:crypto";
import type { Compilable } from "kysely";
import { requirePlan } from "@/lib/identity/plans";
import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, reader } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { hashOf } from "./request";

/** 150 bits: nobody guesses it, so its hash need not be slow. */
const LETTERS = 30;
const GROUP = /.{5}/g;
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Letters in groups of five, none of which can be misread for another. */
function newCode(): string {
  const letters = [...randomBytes(LETTERS)].map((byte) => ALPHABET[byte & 31]).join("");
  return (letters.match(GROUP) ?? []).join("-");
}

/** As somebody may type it: in any case, with or without the dashes. */
const hashOfCode = (code: string): Buffer => hashOf(code.toLowerCase().replace(/[\s-]/g, ""));

/**
 * Gives the owner who asks a code that opens the workspace once by their password while single sign-on is enforced. The
 * one before, whoever had it, is of no use any more. It is answered here and kept as a hash. Throws `plan_required`, and
 * `invalid_state` without a connection.
 */
export async function makeBreakGlass(ctx: Ctx): Promise<{ code: string }> {
  await requirePlan(ctx, "sso");
  const code = newCode();
  await mutate(ctx, async (tx) => {
    const held = await tx.one(
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
    if (held === undefined) throw new AppError("invalid_state", "Connect an identity provider before.");
    return { result: undefined, audit: { action: "sso.break_glass_created", target: ctx.actor.id } };
  });
  return { code };
}

const cleared = (workspaceId: string) =>
  db
    .updateTable("sso_connections")
    .set({ break_glass_member: null, break_glass_hash: null, break_glass_at: null })
    .where("workspace_id", "=", workspaceId)
    .where("break_glass_hash", "is not", null);

/** Takes the code away. 404 where there is none. */
export async function removeBreakGlass(ctx: Ctx): Promise<void> {
  await mutate(ctx, async (tx) => {
    const gone = await tx.one(cleared(ctx.workspaceId).returning("workspace_id"));
    if (gone === undefined) throw notFound();
    return { result: undefined, audit: { action: "sso.break_glass_removed", target: ctx.workspaceId } };
  });
}

type Holder = { workspaceId: string; memberId: string };

/** Whether this member holds the workspace's code. */
export async function holdsBreakGlass({ workspaceId, memberId }: Holder): Promise<boolean> {
  const row = await reader(workspaceId).one(
    db
      .selectFrom("sso_connections")
      .select("break_glass_member")
      .where("workspace_id", "=", workspaceId)
      .where("break_glass_hash", "is not", null),
  );
  return row?.break_glass_member === memberId;
}

/** Uses a member's code up: it answers a row if the code is theirs, and takes it away. Goes into the sign-in's transaction. */
export const spendBreakGlass = (
  { workspaceId, memberId }: Holder,
  code: string,
): Compilable<{ workspace_id: string }> =>
  cleared(workspaceId)
    .where("break_glass_member", "=", memberId)
    .where("break_glass_hash", "=", hashOfCode(code))
    .returning("workspace_id");
