import { parseArgs } from "node:util";
import { acceptSecrets, readSecretStates, type SecretState } from "@/lib/platform/crypto";
import { UsageError } from "../operator/operate";

const USAGE = "Usage: npm run secrets -- [--accept]";

const DESCRIPTIONS: Readonly<Record<SecretState["state"], string>> = {
  same: "the file of this database",
  different: "NOT the file of this database",
  missing: "MISSING on this machine",
  new: "not compared: the database has no fingerprint of it",
};

/**
 * Compares the key files of this machine with the fingerprints in the database. `--accept` replaces the fingerprints by
 * those of this machine. Returns the text, and whether all files are right.
 */
export async function runSecretsCommand(
  args: readonly string[],
): Promise<{ text: string; allRight: boolean }> {
  let accept: boolean | undefined;
  try {
    ({ accept } = parseArgs({ args: [...args], options: { accept: { type: "boolean" } } }).values);
  } catch {
    throw new UsageError(USAGE);
  }
  if (accept) await acceptSecrets();
  const states = await readSecretStates();
  const lines = states.map(({ name, state }) => `secrets/${name}: ${DESCRIPTIONS[state]}`);
  return {
    text: lines.length === 0 ? "This machine and this database have no key files." : lines.join("\n"),
    allRight: states.every(({ state }) => state === "same" || state === "new"),
  };
}
