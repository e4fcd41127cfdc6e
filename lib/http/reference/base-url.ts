import { env, overTls } from "@/lib/platform/env";

/**
 * The origin of this installation for samples: PARLEY_BASE_URL, else the host by which the reader reached the
 * page.
 */
export const referenceBaseUrl = (host: string | null): string =>
  new URL(env.PARLEY_BASE_URL ?? `${overTls ? "https" : "http"}://${host ?? "localhost"}`).origin;
