import { plusMs } from "@/lib/platform/clock";
import type { Ctx, Environment } from "@/lib/platform/context";
import { checkTicket, signTicket } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { missCall } from "./miss";
import { WAITING } from "./row";
import type { Call } from "./schema";

/**
 * How long a browser may take from the answer of `POST /v1/calls` to its connection: a person is asked for the
 * microphone in between.
 */
export const CONNECT_MS = 60_000;

/** A token that came at its last moment is still being looked at. */
export const EXPIRY_MARGIN_MS = 1_000;

/** Where calls of browsers connect. */
export const CONNECT_PATH = "/voice/web";

/**
 * What whoever connects sees of the conversation: `participant` shows them their own words in clear, `masked` is what the
 * workspace's members see.
 */
export type View = "participant" | "masked";

/** Which call may be connected to, until when, and with which view. */
export type Ticket = {
  workspaceId: string;
  environment: Environment;
  callId: string;
  expiresAt: string;
  view: View;
};

/** The token's text: made of what a WebSocket's subprotocol may hold (RFC 9110, token). */
function tokenOf({ workspaceId, environment, callId, expiresAt, view }: Ticket): string {
  const text = [workspaceId, environment, callId, view, Date.parse(expiresAt).toString(36)].join(".");
  return `${text}.${signTicket("connect", text)}`;
}

/** The absolute address of the voice sockets, or, where nobody has said how this place is reached, the path alone. */
function addressOf(): string {
  const base = env.PARLEY_VOICE_URL ?? env.PARLEY_BASE_URL;
  if (base === undefined) return CONNECT_PATH;
  return new URL(CONNECT_PATH, base).href.replace(/^http/, "ws");
}

/** What the answer to a new `web` call says of how to connect to it. */
export function connectTo(
  { workspaceId, environment }: Pick<Ctx, "workspaceId" | "environment">,
  callId: string,
  now: string,
  view: View,
): NonNullable<Call["connect"]> {
  const expiresAt = plusMs(now, CONNECT_MS);
  const token = tokenOf({ workspaceId, environment, callId, expiresAt, view });
  return { url: addressOf(), token, expires_at: expiresAt };
}

/**
 * What a token opens, or null for one that was made up, changed or has run out. That it opens once is the matter of
 * `beginCall`, which answers a call once.
 */
export function readTicket(token: string, now: string): Ticket | null {
  const at = token.lastIndexOf(".");
  const text = token.slice(0, Math.max(0, at));
  if (!checkTicket("connect", text, token.slice(at + 1))) return null;
  // What is signed is as it was made.
  const [workspaceId = "", environment, callId = "", view, expires = ""] = text.split(".");
  const expiresAt = new Date(Number.parseInt(expires, 36)).toISOString();
  if (expiresAt <= now) return null;
  return {
    workspaceId,
    environment: environment === "live" ? "live" : "test",
    callId,
    expiresAt,
    view: view === "participant" ? view : "masked",
  };
}

/** Ends a call that came in and that nobody has connected to while its token was good. Safe to repeat. */
export async function expireCall(base: Ctx, callId: string): Promise<void> {
  const waiting = await base.db.one(
    db
      .selectFrom("calls")
      .select("environment")
      .where("workspace_id", "=", base.workspaceId)
      .where("id", "=", callId)
      .where("channel", "in", ["web", "phone"])
      .where("direction", "=", "inbound")
      .where("status", "in", [...WAITING])
      .where("created_at", "<=", new Date(Date.parse(base.now()) - CONNECT_MS).toISOString()),
  );
  if (waiting === undefined) return;
  const ctx: Ctx = { ...base, environment: waiting.environment as Environment };
  await missCall(ctx, callId, { status: "no_answer", endReason: "no_answer", outcome: "no_answer" });
}
