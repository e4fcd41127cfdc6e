import { plusMs } from "@/lib/platform/clock";
import type { Ctx, Environment } from "@/lib/platform/context";
import { checkTicket, signTicket } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";

/** Path at which members connect to calls. */
export const JOIN_PATH = "/voice/join";

/** Time from the response to the connection. The browser has the microphone already. */
export const JOIN_TIMEOUT_MS = 30_000;

export type JoinTicket = { workspaceId: string; environment: Environment; joinId: string };

/** Signs a token for one join. It uses only characters that a WebSocket subprotocol allows (RFC 9110, token). */
export function createJoinToken(
  { workspaceId, environment }: Pick<Ctx, "workspaceId" | "environment">,
  joinId: string,
  now: string,
): { token: string; expiresAt: string } {
  const expiresAt = plusMs(now, JOIN_TIMEOUT_MS);
  const text = [workspaceId, environment, joinId, Date.parse(expiresAt).toString(36)].join(".");
  return { token: `${text}.${signTicket("join", text)}`, expiresAt };
}

/** Verifies a token. Null if it is forged, altered or expired. The gateway that claimed the join enforces single use. */
export function readJoinTicket(token: string, now: string): JoinTicket | null {
  const at = token.lastIndexOf(".");
  const text = token.slice(0, Math.max(0, at));
  if (!checkTicket("join", text, token.slice(at + 1))) return null;
  // The signature is valid, so the fields are well formed.
  const [workspaceId = "", environment, joinId = "", expires = ""] = text.split(".");
  if (Number.parseInt(expires, 36) <= Date.parse(now)) return null;
  return { workspaceId, environment: environment === "live" ? "live" : "test", joinId };
}

/** The absolute URL of the members' sockets, or the path alone if no base URL is configured. */
export function joinUrl(): string {
  const base = env.PARLEY_VOICE_URL ?? env.PARLEY_BASE_URL;
  if (base === undefined) return JOIN_PATH;
  return new URL(JOIN_PATH, base).href.replace(/^http/, "ws");
}
