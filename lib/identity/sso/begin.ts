import { createHash, randomBytes } from "node:crypto";
import { requirePlan } from "@/lib/identity/plans";
import { type Clock, iso, systemClock } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, record } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { domainOf } from "./admit";
import { selectConnection, workspaceOfDomain } from "./connection";
import { SsoRefused } from "./refused";
import { hashOf, makeRequest, requestRow, sweepStatements } from "./request";

const TICKET_BYTES = 32;
const newSecret = (): string => randomBytes(TICKET_BYTES).toString("base64url");

/**
 * The workspace whose identity provider signs in who has this address, by its domain alone: the answer is the same
 * whether there is such an account or not. Null for a domain of nobody, unconfirmed or without a provider.
 */
export async function workspaceForEmail(email: string): Promise<string | null> {
  return email.includes("@") ? workspaceOfDomain(domainOf(email.trim())) : null;
}

/**
 * Begins a sign-in; answers where at the identity provider to send the browser. `state` and `codeChallenge` are kept in
 * that browser's own cookies. Throws `SsoRefused`.
 */
export async function beginSignIn(
  workspaceId: string,
  browser: { state: string; codeChallenge: string },
  clock: Clock = systemClock,
): Promise<string> {
  const sent = await makeRequest(workspaceId, browser);
  const now = iso(clock.now());
  await record(
    { workspaceId },
    {
      run: [...sweepStatements(workspaceId, now), requestRow(workspaceId, sent, { purpose: "sign_in" }, now)],
    },
  );
  return sent.location;
}

/**
 * Prepares a test of the connection: whoever asked goes to `url` with their browser, and sees afterwards what the
 * provider said. It opens no session. Throws `plan_required`, and `invalid_state` without a connection.
 */
export async function startTest(ctx: Ctx): Promise<{ url: string }> {
  await requirePlan(ctx, "sso");
  if ((await ctx.db.one(selectConnection(ctx.workspaceId))) === undefined)
    throw new AppError("invalid_state", "Connect an identity provider before.");
  const ticket = newSecret();
  const now = ctx.now();
  const row = requestRow(
    ctx.workspaceId,
    { relay: ticket, requestId: "" },
    { purpose: "test", startedBy: ctx.actor.id },
    now,
  );
  await record(ctx, { run: [...sweepStatements(ctx.workspaceId, now), row] });
  return { url: `/api/sso/${ctx.workspaceId}/test/${ticket}` };
}

/** Sends the browser of a test off; the row's ticket becomes the relay state, and is of no use any more. Throws `SsoRefused`. */
export async function beginTest(
  workspaceId: string,
  ticket: string,
  clock: Clock = systemClock,
): Promise<string> {
  const now = iso(clock.now());
  const open = db
    .selectFrom("sso_requests")
    .select("request_id")
    .where("workspace_id", "=", workspaceId)
    .where("relay_hash", "=", hashOf(ticket))
    .where("purpose", "=", "test")
    .where("request_id", "=", "")
    .where("expires_at", ">", now);
  const [[found]] = await record({ workspaceId }, { run: [open] });
  if (found === undefined) throw new SsoRefused("not_begun_here");
  // Nobody redeems what comes of a test, so nobody needs to know these.
  const challenge = createHash("sha256").update(newSecret()).digest("base64url");
  const sent = await makeRequest(workspaceId, { state: ticket, codeChallenge: challenge });
  const [moved] = await record(
    { workspaceId },
    {
      run: [
        db
          .updateTable("sso_requests")
          .set({ request_id: sent.requestId, relay_hash: hashOf(sent.relay) })
          .where("workspace_id", "=", workspaceId)
          .where("relay_hash", "=", hashOf(ticket))
          .where("request_id", "=", "")
          .returning("request_id"),
      ],
    },
  );
  if (moved.length === 0) throw new SsoRefused("not_begun_here");
  return sent.location;
}
