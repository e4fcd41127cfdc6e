import { env } from "@/lib/env";

/** Where this installation is reached from outside. Without PARLEY_BASE_URL, this machine: Twilio cannot call that back. */
const BASE = (env.PARLEY_BASE_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, "");

/** The address that was asked, as whoever signed it knows it: proxies change a request's own. */
export const publicAddress = (path: string): string => `${BASE}${path}`;

/** Where Twilio tells what became of a text. */
export const statusAddress = (integrationId: string, textId: string): string =>
  publicAddress(`/v1/carriers/twilio/${integrationId}/status?text=${textId}`);
