import { openSecrets, refreshRootKeys } from "@/lib/platform/crypto";
import { COMMAND_LIMITS } from "@/lib/platform/key-sources";

/** Tells the operator. The log goes to standard output, which a command may reserve for its result. */
const sayRetry = ({ message }: Error): void => void process.stderr.write(`${message} Trying again.\n`);

/**
 * Opens the secrets for a command, with fewer attempts than at a start. `allowsPlain`: for a move, which an earlier one may
 * have begun. Throws a one-line error.
 */
export const openSecretsForCommand = ({
  allowsPlain = false,
}: {
  allowsPlain?: boolean;
} = {}): Promise<void> => openSecrets(undefined, COMMAND_LIMITS, { allowsPlain, onRetry: sayRetry });

/** Opens the secrets for a command that reads or writes sealed data. Throws a one-line error. */
export async function openCommandSecrets(): Promise<void> {
  await openSecretsForCommand();
  await refreshRootKeys();
}
