import { env } from "@/lib/platform/env";

/** Where this installation is reached from outside. Without PARLEY_BASE_URL, this machine: Twilio cannot call that back. */
const BASE = (env.PARLEY_BASE_URL ?? `http://localhost:${env.PORT}`).replace(/(?<!\/)\/+$/, "");

/** Whether Twilio can ask us for anything. */
export const isReachable = (): boolean => env.PARLEY_BASE_URL !== undefined;

/** The address that was asked, as whoever signed it knows it: proxies change a request's own. */
export const publicAddress = (path: string): string => `${BASE}${path}`;

const callback = (integrationId: string, path: string, query: Record<string, string>): string =>
  publicAddress(`/v1/carriers/twilio/${integrationId}/${path}?${new URLSearchParams(query)}`);

/** Where Twilio tells what became of a text. */
export const statusAddress = (integrationId: string, textId: string): string =>
  callback(integrationId, "status", { text: textId });

/** Where Twilio asks what to do with somebody who has answered an attempt. */
export const answeredAddress = (integrationId: string, key: string): string =>
  callback(integrationId, "answered", { attempt: key });

/** Where Twilio tells what became of an attempt. */
export const callStatusAddress = (integrationId: string, key: string): string =>
  callback(integrationId, "calls", { attempt: key });

/** Where Twilio asks what to do with a call that was put through, once that is over or nobody has answered. */
export const dialedAddress = (integrationId: string, callId: string): string =>
  callback(integrationId, "dialed", { call: callId });

/**
 * Where Twilio asks what whoever takes a call over hears first: with `announced` they have heard it to its end, with
 * `answered` they have pressed a key meanwhile.
 */
export const bridgeAddress = (
  integrationId: string,
  callId: string,
  step: "announce" | "announced" | "answered" | "silent",
): string => callback(integrationId, "bridge", { call: callId, step });

/** Where Twilio asks what to do with a call whose stream has ended. */
export const afterAddress = (integrationId: string, callId: string): string =>
  callback(integrationId, "after", { call: callId });
