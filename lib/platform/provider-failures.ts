import { tally } from "./tally";

/**
 * How often others that calls need have failed in this process. `part`: `model`, `voice`, `transcriber` or `telephone`.
 * `provider`: the kind of the credential, as its name is the workspace's own; `none` where there was no account to ask.
 */
export const providerFailures = tally(["part", "provider", "kind"]);
