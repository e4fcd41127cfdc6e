import { plusMs } from "@/lib/platform/clock";
import type { Ctx, Environment } from "@/lib/platform/context";
import { checkTicket, signTicket } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { CONNECT_TIMEOUT_MS } from "./connect-ticket";

/** Path prefix of the carrier's media streams. The token follows it. */
export const STREAM_PATH = "/voice/twilio/";

/**
 * Purpose of a stream: `begin` an inbound call; `answer` an outbound call, for which a gateway's call is reserved;
 * `resume` a call whose stream broke; return to a call whose transfer failed
 * (`back_*`, with the reason); or `listen` to a transferred call.
 */
const USES = [
  "begin",
  "answer",
  "resume",
  "back_busy",
  "back_no_answer",
  "back_not_accepted",
  "back_unreachable",
  "listen",
] as const;
export type StreamUse = (typeof USES)[number];

/** The call whose audio a stream may carry, and the carrier integration that sends it. */
export type StreamTicket = {
  workspaceId: string;
  environment: Environment;
  callId: string;
  integrationId: string;
  use: StreamUse;
  /** Earlier resumptions of the call; 0 unless `use` is `resume`. Each number can be used once. */
  resumptions: number;
};

type StreamGrant = Pick<StreamTicket, "callId" | "integrationId"> & {
  use?: StreamUse;
  resumptions?: number;
};

/** Signs a token that opens the stream of one call for one minute. It is created when the call is answered. */
export function createStreamToken(
  { workspaceId, environment }: Pick<Ctx, "workspaceId" | "environment">,
  { callId, integrationId, use = "begin", resumptions = 0 }: StreamGrant,
  now: string,
): string {
  const expires = Date.parse(plusMs(now, CONNECT_TIMEOUT_MS)).toString(36);
  const text = [workspaceId, environment, callId, integrationId, use, expires, resumptions].join(".");
  return `${text}.${signTicket("stream", text)}`;
}

/** Verifies a token. Null if it is forged, altered or expired. The upgrade handler enforces single use. */
export function readStreamTicket(token: string, now: string): StreamTicket | null {
  const at = token.lastIndexOf(".");
  const text = token.slice(0, Math.max(0, at));
  if (!checkTicket("stream", text, token.slice(at + 1))) return null;
  const [
    workspaceId = "",
    environment,
    callId = "",
    integrationId = "",
    useName,
    expires = "",
    resumptions = "0",
  ] = text.split(".");
  const use = USES.find((value) => value === useName);
  if (use === undefined || Number.parseInt(expires, 36) <= Date.parse(now)) return null;
  return {
    workspaceId,
    environment: environment === "live" ? "live" : "test",
    callId,
    integrationId,
    use,
    resumptions: Number(resumptions),
  };
}

/** The absolute URL of a stream, as sent to the carrier and as the carrier signs it. */
export function streamUrl(token: string): string {
  const base = env.PARLEY_VOICE_URL ?? env.PARLEY_BASE_URL ?? `http://localhost:${env.PORT}`;
  return new URL(`${STREAM_PATH}${token}`, base).href.replace(/^http/, "ws");
}
