import { plusMs } from "@/lib/platform/clock";
import type { Ctx, Environment } from "@/lib/platform/context";
import { checkTicket, signTicket } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { CONNECT_MS } from "./connect";

/** Where a carrier's media streams connect: the token is the rest of the path. */
export const STREAM_PATH = "/voice/twilio/";

/**
 * What a stream is for: to begin a call; to come back to one that nobody has taken over, and why; to hear one that
 * somebody has taken over.
 */
const USES = ["begin", "back_busy", "back_no_answer", "back_unreachable", "listen"] as const;
export type StreamUse = (typeof USES)[number];

/** Which call's sound may come in a stream, and by which account. */
export type StreamTicket = {
  workspaceId: string;
  environment: Environment;
  callId: string;
  integrationId: string;
  use: StreamUse;
};

type Opens = Pick<StreamTicket, "callId" | "integrationId"> & { use?: StreamUse };

/** A token that opens the stream of one call, once, for a minute: it is made when somebody has answered. */
export function streamToken(
  { workspaceId, environment }: Pick<Ctx, "workspaceId" | "environment">,
  { callId, integrationId, use = "begin" }: Opens,
  now: string,
): string {
  const expires = Date.parse(plusMs(now, CONNECT_MS)).toString(36);
  const text = [workspaceId, environment, callId, integrationId, use, expires].join(".");
  return `${text}.${signTicket("stream", text)}`;
}

/** What a token opens; null for one that was made up, changed or has run out. Once is the matter of whoever lets it in. */
export function readStreamTicket(token: string, now: string): StreamTicket | null {
  const at = token.lastIndexOf(".");
  const text = token.slice(0, Math.max(0, at));
  if (!checkTicket("stream", text, token.slice(at + 1))) return null;
  const [workspaceId = "", environment, callId = "", integrationId = "", named, expires = ""] =
    text.split(".");
  const use = USES.find((one) => one === named);
  if (use === undefined || Number.parseInt(expires, 36) <= Date.parse(now)) return null;
  return { workspaceId, environment: environment === "live" ? "live" : "test", callId, integrationId, use };
}

/** The absolute address of a stream, as the carrier is told it and signs it. */
export function streamAddress(token: string): string {
  const base = env.PARLEY_VOICE_URL ?? env.PARLEY_BASE_URL ?? `http://localhost:${env.PORT}`;
  return new URL(`${STREAM_PATH}${token}`, base).href.replace(/^http/, "ws");
}
