import { env } from "@/lib/platform/env";

/** The installation's public URL. Without PARLEY_BASE_URL it is this machine, which Twilio cannot reach. */
const BASE_URL = (env.PARLEY_BASE_URL ?? `http://localhost:${env.PORT}`).replace(/(?<!\/)\/+$/, "");

/** Whether Twilio can send callbacks to this installation. */
export const isReachable = (): boolean => env.PARLEY_BASE_URL !== undefined;

/** The requested URL as the signer knows it: proxies change the request's own. */
export const publicUrl = (path: string): string => `${BASE_URL}${path}`;

const callbackUrl = (integrationId: string, path: string, query: Record<string, string>): string =>
  publicUrl(`/v1/carriers/twilio/${integrationId}/${path}?${new URLSearchParams(query)}`);

/** The callback for the status of a text. */
export const textStatusUrl = (integrationId: string, textId: string): string =>
  callbackUrl(integrationId, "status", { text: textId });

/** The callback for an answered attempt; it returns TwiML. */
export const answeredUrl = (integrationId: string, key: string): string =>
  callbackUrl(integrationId, "answered", { attempt: key });

/** The callback for the result of answering machine detection. */
export const machineDetectedUrl = (integrationId: string, key: string): string =>
  callbackUrl(integrationId, "machine", { attempt: key });

/** The same for the target of a transfer. */
export const transferMachineUrl = (integrationId: string, callId: string): string =>
  callbackUrl(integrationId, "machine", { call: callId });

/** The callback for the status of an attempt. */
export const callStatusUrl = (integrationId: string, key: string): string =>
  callbackUrl(integrationId, "calls", { attempt: key });

/** The callback for a transfer that has ended or was not answered; it returns TwiML. */
export const transferEndedUrl = (integrationId: string, callId: string): string =>
  callbackUrl(integrationId, "dialed", { call: callId });

/**
 * The callback for the answer of a transfer; it returns TwiML. `announced`: the target heard the announcement
 * to its end. `answered`: the target pressed a key during it. `detect`: there is no announcement; a mailbox can still be
 * recognized.
 */
export const transferAnsweredUrl = (
  integrationId: string,
  callId: string,
  step: "announce" | "announced" | "answered" | "detect" | "silent",
): string => callbackUrl(integrationId, "bridge", { call: callId, step });

/**
 * Twilio tries a callback five times more, also after a 5xx: the gateway that a call was on and the server of the
 * callback can be one process that restarts. Without it a caller hears "an application error has occurred".
 * Source: twilio.com/docs/usage/webhooks/webhooks-connection-overrides.
 */
export const RETRY_OVERRIDES = "#rc=5&rp=all";

/** The streams of a call so far: their number, and the resumptions that were offered with the last one. */
export type StreamHistory = { streams: number; offered: number | null };

/**
 * The callback for a call whose stream has ended; it returns TwiML. Twilio signs the whole URL, so the history in it
 * is trusted.
 */
export const streamEndedUrl = (
  integrationId: string,
  callId: string,
  { streams, offered }: StreamHistory = { streams: 1, offered: null },
): string => {
  const query = {
    call: callId,
    streams: String(streams),
    ...(offered !== null && { offered: String(offered) }),
  };
  return `${callbackUrl(integrationId, "after", query)}${RETRY_OVERRIDES}`;
};
