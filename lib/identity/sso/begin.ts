import { createHash, randomBytes } from "node:crypto";
import { requirePlan } from "@/lib/identity/plans";
import { type Clock, iso, systemClock } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { domainOf } from "./admit";
import { findWorkspaceByDomain, selectConnection } from "./connection";
import { createAuthnRequest, deleteExpired, insertRequest, sha256 } from "./request";
import { SsoError } from "./sso-error";

const TICKET_BYTES = 32;
const newTicket = (): string => randomBytes(TICKET_BYTES).toString("base64url");

/**
 * Finds the workspace whose identity provider signs in this address, only by its domain, so that the result
 * does not reveal whether an account exists. Null if the domain is unknown, unconfirmed or without a
 * provider.
 */
export async function findWorkspaceByEmail(email: string): Promise<string | null> {
  return email.includes("@") ? findWorkspaceByDomain(domainOf(email.trim())) : null;
}

/**
 * Begins a sign-in. Returns the identity provider's URL for the browser. The browser keeps the values for
 * `state` and `codeChallenge` in its cookies. Throws `SsoError`.
 */
export async function beginSignIn(
  workspaceId: string,
  browser: { state: string; codeChallenge: string },
  clock: Clock = systemClock,
): Promise<string> {
  const authnRequest = await createAuthnRequest(workspaceId, browser);
  const now = iso(clock.now());
  await writeUnaudited(
    { workspaceId },
    {
      run: [
        ...deleteExpired(workspaceId, now),
        insertRequest(workspaceId, authnRequest, { purpose: "sign_in" }, now),
      ],
    },
  );
  return authnRequest.location;
}

/**
 * Creates a test of the connection: the owner opens `url` and then sees the provider's response. A test opens
 * no session. Throws `plan_required`, and `invalid_state` without a connection.
 */
export async function createTest(ctx: Ctx): Promise<{ url: string }> {
  await requirePlan(ctx, "sso");
  if ((await ctx.db.first(selectConnection(ctx.workspaceId))) === undefined)
    throw new AppError("no_identity_provider");
  const ticket = newTicket();
  const now = ctx.now();
  const row = insertRequest(
    ctx.workspaceId,
    { relay: ticket, requestId: "" },
    { purpose: "test", startedBy: ctx.actor.id },
    now,
  );
  await writeUnaudited(ctx, { run: [...deleteExpired(ctx.workspaceId, now), row] });
  return { url: `/api/sso/${ctx.workspaceId}/test/${ticket}` };
}

/**
 * Begins a test: returns the identity provider's URL for the browser. The request's relay state replaces the
 * ticket in the row, so that a ticket works once. Throws `SsoError`.
 */
export async function beginTest(
  workspaceId: string,
  ticket: string,
  clock: Clock = systemClock,
): Promise<string> {
  const now = iso(clock.now());
  const selectTicket = db
    .selectFrom("sso_requests")
    .select("request_id")
    .where("workspace_id", "=", workspaceId)
    .where("relay_hash", "=", sha256(ticket))
    .where("purpose", "=", "test")
    .where("request_id", "=", "")
    .where("expires_at", ">", now);
  const [[ticketRow]] = await writeUnaudited({ workspaceId }, { run: [selectTicket] });
  if (ticketRow === undefined) throw new SsoError("not_begun_here");
  // The code of a test is never redeemed, so its verifier is discarded.
  const challenge = createHash("sha256").update(newTicket()).digest("base64url");
  const authnRequest = await createAuthnRequest(workspaceId, { state: ticket, codeChallenge: challenge });
  const [updated] = await writeUnaudited(
    { workspaceId },
    {
      run: [
        db
          .updateTable("sso_requests")
          .set({ request_id: authnRequest.requestId, relay_hash: sha256(authnRequest.relay) })
          .where("workspace_id", "=", workspaceId)
          .where("relay_hash", "=", sha256(ticket))
          .where("request_id", "=", "")
          .returning("request_id"),
      ],
    },
  );
  if (updated.length === 0) throw new SsoError("not_begun_here");
  return authnRequest.location;
}
