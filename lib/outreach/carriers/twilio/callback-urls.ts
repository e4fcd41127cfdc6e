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

/** The callback for the status of an attempt. */
export const callStatusUrl = (integrationId: string, key: string): string =>
  callbackUrl(integrationId, "calls", { attempt: key });

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

/** A part of a transfer that Twilio reports: its query parameters, which Twilio signs with the URL. They have no words and no number. */
export type TransferQuery = Readonly<Record<string, string>>;

/** The callback for a transfer's target that has answered, or pressed a key, before it is connected; it returns TwiML. */
export const transferAnsweredUrl = (integrationId: string, query: TransferQuery): string =>
  `${callbackUrl(integrationId, "bridge", query)}${RETRY_OVERRIDES}`;

/** The callback for a target that was not connected, or a transfer that has ended; it returns TwiML. */
export const transferEndedUrl = (integrationId: string, query: TransferQuery): string =>
  `${callbackUrl(integrationId, "dialed", query)}${RETRY_OVERRIDES}`;

/** The callback for the result of the detection that a mailbox has answered a transfer. */
export const transferMachineUrl = (integrationId: string, callId: string): string =>
  callbackUrl(integrationId, "machine", { call: callId });
