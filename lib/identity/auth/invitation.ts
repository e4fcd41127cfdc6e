import { type Compilable, sql } from "kysely";
import { emailPlace, pending, statusOf, tokenHash } from "@/lib/identity/invitations";
import { enforcedAmong } from "@/lib/identity/sso";
import { readWorkspace } from "@/lib/identity/workspaces";
import { mutate } from "@/lib/platform/audit";
import type { Ctx, Role } from "@/lib/platform/context";
import { workspaceSealer } from "@/lib/platform/crypto";
import { db, reader, type Tx, violatedConstraint } from "@/lib/platform/db";
import { identityBatch, identityDb, identityQuery } from "@/lib/platform/db/identity";
import { AppError, validationError } from "@/lib/platform/errors";
import { throttleAccount } from "./account";
import { sessionOf } from "./own-sessions";
import { throttleGuest } from "./password/reset";
import { verifyPassword } from "./passwords";
import { type AcceptInvitation, type Joined, NewPassword } from "./schema";
import { forgetSession, methodOf } from "./sessions";
import { newMember, newUser } from "./users";

type Found = { id: string; hash: Buffer; workspaceId: string; email: string; role: Role };

/** The invitation that a link opens now; null for one that is unknown, used, withdrawn, expired or lapsed. */
async function invitationOf(token: string, now: string): Promise<Found | null> {
  const hash = tokenHash(token);
  const [places] = await identityBatch(
    identityDb.selectNoFrom(sql<string | null>`invitation_workspace(${hash})`.as("workspace")),
  );
  const workspaceId = places[0]?.workspace ?? null;
  if (workspaceId === null) return null;
  const row = await reader(workspaceId).one(pending(workspaceId).where("token_hash", "=", hash));
  if (row === undefined || statusOf(row, now) !== "open") return null;
  const sealer = await workspaceSealer(workspaceId);
  const email = sealer.openText(emailPlace(row.id), row.email);
  return { id: row.id, hash, workspaceId, email, role: row.role as Role };
}

const overWith = () =>
  new AppError("invalid_state", "This invitation is used up, withdrawn or too old. Ask for another one.");

const isEnforced = async (workspaceId: string): Promise<boolean> =>
  (await enforcedAmong([workspaceId])).has(workspaceId);

/**
 * What the page of a link shows; the same whether the address has an account or not. `sso`: the workspace has taken to
 * single sign-on since, and the link opens nothing.
 */
export async function lookAtInvitation(
  token: string,
  now: string,
): Promise<{ email: string; role: Role; workspace: string; sso: boolean } | null> {
  const found = await invitationOf(token, now);
  if (found === null) return null;
  const { workspaceId, email, role } = found;
  const { name } = await readWorkspace({ workspaceId, db: reader(workspaceId) });
  return { email, role, workspace: name, sso: await isEnforced(workspaceId) };
}

/** The invitation that a link opens, for who accepts it. Throws 409 where it opens nothing. */
async function openInvitation(token: string, now: string): Promise<Found> {
  const found = await invitationOf(token, now);
  if (found === null) throw overWith();
  if (await isEnforced(found.workspaceId))
    throw new AppError(
      "invalid_state",
      "This workspace is entered by single sign-on alone. Sign in by that: you become a member by it.",
    );
  return found;
}

type From = { requestId: string; address: string | null; now: string };

/**
 * Makes the person a member, and uses the link up. Of several who open it at once one gets in, and nobody whose inviter
 * may not give the role any more at that moment.
 */
async function join(
  { id, hash, workspaceId, role }: Found,
  user: { id: string; insert?: Compilable<unknown> },
  { requestId, address, now }: From,
  also: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<void> {
  const member = newMember({ workspaceId, userId: user.id, role }, now);
  const actor = { type: "member", id: member.id, role } as const;
  const accept = db
    .updateTable("invitations")
    .set({ accepted_at: now })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    // A renewal meanwhile has made another link of it.
    .where("token_hash", "=", hash)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .returning("id");
  try {
    await mutate({ workspaceId, actor, requestId, address, now: () => now }, async (tx) => {
      const own = pending(workspaceId).where("id", "=", id);
      await tx.one(own.forUpdate());
      // Asked anew, as a statement that has waited for a lock sees other tables as they were before.
      const row = await tx.one(own);
      if (row === undefined || statusOf(row, now) !== "open") throw overWith();
      if ((await tx.one(accept)) === undefined) throw overWith();
      await tx.batch(...(user.insert === undefined ? [] : [user.insert]), member.insert);
      await also(tx);
      return { result: undefined, audit: [{ action: "invitation.accepted", target: id }, member.audit] };
    });
  } catch (error) {
    if (violatedConstraint(error) === null) throw error;
    throw new AppError("conflict", "Somebody of this address is a member already. Sign in.");
  }
}

/** The account that the invitation's address has, once its password is proven; null where it has none. */
async function accountOf(email: string, password: string): Promise<string | null> {
  const [user] = await identityQuery(
    identityDb.selectFrom("users").select(["id", "password_hash"]).where("email", "=", email),
  );
  if (user === undefined) return null;
  await throttleAccount(user.id);
  if (await verifyPassword(user.password_hash, password)) return user.id;
  throw validationError([
    {
      in: "body",
      pointer: "/password",
      code: "wrong_password",
      message: "This address has an account already. Use its password, or reset it first.",
    },
  ]);
}

/** Somebody new, by the name and password that they chose. */
function newcomer({ name, password }: AcceptInvitation, email: string, now: string) {
  const chosen = NewPassword.safeParse(password);
  const details = [
    ...(name === undefined
      ? [{ in: "body" as const, pointer: "/name", code: "required", message: "Say what you are called." }]
      : []),
    ...(chosen.success
      ? []
      : chosen.error.issues.map(({ code, message }) => ({
          in: "body" as const,
          pointer: "/password",
          code,
          message,
        }))),
  ];
  if (details.length > 0 || name === undefined) throw validationError(details);
  return newUser({ email, name, password }, now);
}

/**
 * Accepts an invitation by its link: with the password of the account that its address has, else with a name and a
 * password that make one. It opens no session: the person signs in, with their second factor where they have one.
 * Throws 409 for a link that opens nothing, 400, 429.
 */
export async function acceptInvitation(input: AcceptInvitation, from: From): Promise<Joined> {
  await throttleGuest(from.address);
  const found = await openInvitation(input.token, from.now);
  const account = await accountOf(found.email, input.password);
  const user = account === null ? await newcomer(input, found.email, from.now) : { id: account };
  await join(found, user, from);
  return { workspace_id: found.workspaceId, email: found.email };
}

/**
 * Accepts an invitation for who is signed in under its address by their password, and lets their session look at its
 * workspace. A provider of another workspace vouches for nobody here: the account's password may be somebody else's.
 */
export async function joinWorkspace(ctx: Ctx, token: string): Promise<Joined> {
  const { id: sid, userId } = sessionOf(ctx);
  if ((await methodOf(sid)) !== "password")
    throw new AppError(
      "forbidden",
      "You signed in for one workspace alone. Sign out, and open the invitation again with your password.",
    );
  const found = await openInvitation(token, ctx.now());
  const [user] = await identityQuery(identityDb.selectFrom("users").select("email").where("id", "=", userId));
  if (user?.email !== found.email)
    throw new AppError("forbidden", "This invitation is for another address. Sign out, and open it again.");
  const { requestId, address } = ctx;
  await join(found, { id: userId }, { requestId, address, now: ctx.now() }, async (tx) => {
    await tx.one(
      identityDb
        .updateTable("sessions")
        .set({ workspace_id: found.workspaceId, environment: "live" })
        .where("id", "=", sid),
    );
  });
  forgetSession(sid);
  return { workspace_id: found.workspaceId, email: found.email };
}
