import { writeAudited } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx, Environment } from "@/lib/platform/context";
import { checkTicket, signTicket } from "@/lib/platform/crypto";
import { db, reader } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { openCall } from "./open-call";
import { openInitialValues } from "./open-stored";
import type { ParticipantToken } from "./schema";

/** Lifetime of a participant's view, unless their server renews the token. */
const LIFETIME_MS = 15 * 60_000;
/** Prefix of a participant token. An API key begins with `prl_`. */
const PREFIX = "prp_";
/** Workspace, environment, call, expiry and key. */
const FIELDS = 5;
/** Channels in which a participant types or speaks over the internet; a telephone has no display. */
const CHANNELS: readonly string[] = ["chat", "web"];

/** The conversation of a participant token. `keyId`: the API key that created it; null for a member. */
export type ParticipantTicket = {
  workspaceId: string;
  environment: Environment;
  callId: string;
  keyId: string | null;
};

/** Whether a bearer token has the form of a participant token. */
export const isParticipantToken = (token: string): boolean => token.startsWith(PREFIX);

/**
 * Creates a token with which the person in a conversation sees it (product.md, "Masking"). An API key can
 * create one for any active chat or web call. A member can create one only for a test conversation without
 * contact data, as it shows the typed text unmasked. Audited. Throws `not_found`, `invalid_state` for another
 * channel or an ended call, and `forbidden`.
 */
export async function mintParticipantToken(ctx: Ctx, id: string): Promise<ParticipantToken> {
  const { row, sealer } = await openCall(ctx, id);
  if (!CHANNELS.includes(row.channel)) throw new AppError("call_without_participant");
  if (row.ended_at !== null) throw new AppError("call_has_ended");
  if (ctx.actor.type !== "key" && !isTestConversation(row, sealer))
    throw new AppError("clear_text_only_in_tests");
  const expiresAt = plusMs(ctx.now(), LIFETIME_MS);
  const { workspaceId, environment } = ctx;
  const keyId = ctx.actor.type === "key" ? ctx.actor.id : "";
  const text = [workspaceId, environment, id, Date.parse(expiresAt).toString(36), keyId].join(".");
  await writeAudited(ctx, {
    run: [],
    audit: { action: "call.participant_token_minted", target: id, after: { expires_at: expiresAt } },
  });
  return { token: `${PREFIX}${text}.${signTicket("participant", text)}`, expires_at: expiresAt };
}

type Opened = Awaited<ReturnType<typeof openCall>>;

/**
 * Whether a call is a test without personal data: a rehearsal or test call without a contact or initial
 * values.
 */
export function isTestConversation(row: Opened["row"], sealer: Opened["sealer"]): boolean {
  const isTest = row.agent_version === null || row.environment === "test";
  if (!isTest || row.contact_id !== null || sealer === undefined) return false;
  return Object.keys(openInitialValues(sealer, row.id, row.initial_variables)).length === 0;
}

/** Parses a token. Null if it is forged, altered or expired. */
export function parseParticipantToken(token: string, now: string): ParticipantTicket | null {
  if (!isParticipantToken(token)) return null;
  const at = token.lastIndexOf(".");
  const text = token.slice(PREFIX.length, Math.max(PREFIX.length, at));
  if (!checkTicket("participant", text, token.slice(at + 1))) return null;
  const fields = text.split(".");
  const [workspaceId = "", environment, callId = "", expires = "", keyId = ""] = fields;
  if (fields.length !== FIELDS) return null;
  if (Number.parseInt(expires, 36) <= Date.parse(now)) return null;
  return { workspaceId, environment: environment === "live" ? "live" : "test", callId, keyId: keyId || null };
}

/**
 * Whether the key that created a token is still valid: not revoked, not expired, and its creator is a member.
 */
export async function isMinterActive(
  { workspaceId, keyId }: ParticipantTicket,
  now: string,
): Promise<boolean> {
  if (keyId === null) return true;
  const key = await reader(workspaceId).first(
    db
      .selectFrom("api_keys as k")
      .innerJoin("members as m", (on) =>
        on.onRef("m.workspace_id", "=", "k.workspace_id").onRef("m.id", "=", "k.created_by"),
      )
      .select("k.id")
      .where("k.workspace_id", "=", workspaceId)
      .where("k.id", "=", keyId)
      .where("k.revoked_at", "is", null)
      .where((eb) => eb.or([eb("k.expires_at", "is", null), eb("k.expires_at", ">", now)])),
  );
  return key !== undefined;
}

/**
 * Parses a token like `parseParticipantToken`. Also null if its call has ended or was deleted, or its key was
 * revoked.
 */
export async function checkParticipantToken(token: string, now: string): Promise<ParticipantTicket | null> {
  const ticket = parseParticipantToken(token, now);
  if (ticket === null || !(await isMinterActive(ticket, now))) return null;
  const running = await reader(ticket.workspaceId).first(
    db
      .selectFrom("calls")
      .select("id")
      .where("workspace_id", "=", ticket.workspaceId)
      .where("environment", "=", ticket.environment)
      .where("id", "=", ticket.callId)
      .where("ended_at", "is", null),
  );
  return running === undefined ? null : ticket;
}

/** Throws `not_found` if a ticket belongs to another call. */
export function requireOwnCall(ticket: ParticipantTicket, id: string): void {
  if (ticket.callId !== id) throw notFound();
}
