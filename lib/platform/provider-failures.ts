import { createEventCounter } from "./event-counter";

/**
 * Failures of providers during calls, in this process. `part`: `model`, `voice`, `transcriber` or
 * `telephone`. `provider`: the credential's kind, since its name is chosen by the workspace; `none` if no
 * account is configured.
 */
export const providerFailures = createEventCounter(["part", "provider", "kind"]);
