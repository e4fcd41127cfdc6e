import { openSecrets, refreshRootKeys } from "@/lib/platform/crypto";
import { COMMAND_LIMITS } from "@/lib/platform/key-sources";

/** Opens the secrets for a command, with fewer attempts than at a start. Throws a one-line error. */
export async function openCommandSecrets(): Promise<void> {
  await openSecrets(undefined, COMMAND_LIMITS);
  await refreshRootKeys();
}
