import { plusMs } from "@/lib/platform/clock";
import type { Ctx, Environment } from "@/lib/platform/context";
import { checkTicket, signTicket } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { endUnansweredCall } from "./end-unanswered";
import { UNANSWERED_STATUSES } from "./row";
import type { Call } from "./schema";

/**
 * Time limit from the response to `POST /v1/calls` to the browser's connection. The browser asks for the microphone in
 * between.
 */
export const CONNECT_TIMEOUT_MS = 60_000;

/** Extra time for a connection whose token is verified at its last moment. */
export const EXPIRY_MARGIN_MS = 1_000;

/** Path at which browser calls connect. */
export const CONNECT_PATH = "/voice/web";

/**
 * How a connected browser sees the conversation: `participant` shows the participant's own words unmasked; `masked` is
 * the view of the workspace's members.
 */
export type CallView = "participant" | "masked";

/** The call that a token connects to, with its expiry and view. */
export type ConnectTicket = {
  workspaceId: string;
  environment: Environment;
  callId: string;
  expiresAt: string;
  view: CallView;
};

/** Signs a token. It uses only characters that a WebSocket subprotocol allows (RFC 9110, token). */
function createToken({ workspaceId, environment, callId, expiresAt, view }: ConnectTicket): string {
  const text = [workspaceId, environment, callId, view, Date.parse(expiresAt).toString(36)].join(".");
  return `${text}.${signTicket("connect", text)}`;
}

/** The absolute URL of the voice sockets, or the path alone if no base URL is configured. */
function connectUrlOf(): string {
  const base = env.PARLEY_VOICE_URL ?? env.PARLEY_BASE_URL;
  if (base === undefined) return CONNECT_PATH;
  return new URL(CONNECT_PATH, base).href.replace(/^http/, "ws");
}

/** The `connect` object in the response that creates a `web` call. */
export function createConnectInfo(
  { workspaceId, environment }: Pick<Ctx, "workspaceId" | "environment">,
  callId: string,
  now: string,
  view: CallView,
): NonNullable<Call["connect"]> {
  const expiresAt = plusMs(now, CONNECT_TIMEOUT_MS);
  const token = createToken({ workspaceId, environment, callId, expiresAt, view });
  return { url: connectUrlOf(), token, expires_at: expiresAt };
}

/**
 * Verifies a token. Null if it is forged, altered or expired. Single use is enforced by `beginCall`, which answers a
 * call only once.
 */
export function readConnectTicket(token: string, now: string): ConnectTicket | null {
  const at = token.lastIndexOf(".");
  const text = token.slice(0, Math.max(0, at));
  if (!checkTicket("connect", text, token.slice(at + 1))) return null;
  // The signature is valid, so the fields are well formed.
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

/** Ends an inbound call that was not connected before its token expired. Safe to repeat. */
export async function expireCall(base: Ctx, callId: string): Promise<void> {
  const waiting = await base.db.first(
    db
      .selectFrom("calls")
      .select("environment")
      .where("workspace_id", "=", base.workspaceId)
      .where("id", "=", callId)
      .where("channel", "in", ["web", "phone"])
      .where("direction", "=", "inbound")
      .where("status", "in", [...UNANSWERED_STATUSES])
      .where("created_at", "<=", new Date(Date.parse(base.now()) - CONNECT_TIMEOUT_MS).toISOString()),
  );
  if (waiting === undefined) return;
  const ctx: Ctx = { ...base, environment: waiting.environment as Environment };
  await endUnansweredCall(ctx, callId, { status: "no_answer", endReason: "no_answer", outcome: "no_answer" });
}
