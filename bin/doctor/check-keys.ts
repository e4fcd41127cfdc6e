import type { SecretState } from "@/lib/platform/crypto";
import { codeOf, type Finding, failed, isSchemaIncomplete, passed, skipped, warning } from "./finding";

const RESTORE =
  "Copy them from the machine on which Parley was first started with this database, or restore them from a backup. Do not accept new ones: data sealed under the old keys would be lost.";

type Input = {
  /** Compares fingerprints and stores none. */
  readStates: () => Promise<SecretState[]>;
  /** Whether the database has data that is sealed under the keys. */
  hasWorkspace: () => Promise<boolean>;
};

/** Whether the key files of this machine are those of its database. */
export async function checkKeys({ readStates, hasWorkspace }: Input): Promise<Finding> {
  let states: SecretState[];
  try {
    states = await readStates();
  } catch (error) {
    if (isSchemaIncomplete(error)) throw error;
    // The error about the mode or the length of a file has no code, and its message has a path.
    const code = codeOf(error);
    return failed(
      `the key files cannot be read (${code === "Error" ? "mode or length" : code})`,
      'Correct what the check "secrets folder" reports, then run npm run secrets.',
    );
  }
  const namesOf = (state: SecretState["state"]) =>
    states.filter((entry) => entry.state === state).map(({ name }) => name);
  const [missing, different, unknown] = [namesOf("missing"), namesOf("different"), namesOf("new")];
  if (missing.length > 0 || different.length > 0)
    return failed(
      [
        ...(missing.length > 0 ? [`missing in secrets/: ${missing.join(", ")}`] : []),
        ...(different.length > 0 ? [`of another installation: ${different.join(", ")}`] : []),
      ].join("; "),
      RESTORE,
    );
  if (namesOf("same").length === 0 && (await hasWorkspace()))
    return warning(
      "the database has workspaces, but no fingerprint to compare the key files with",
      "Check that DATA_DIR belongs to this database. The next start of Parley records the key files of its machine: start it first where the current ones are.",
    );
  if (states.length === 0) return skipped("this machine and the database have no key files yet");
  const note = unknown.length > 0 ? `; ${unknown.length} are not recorded yet` : "";
  return passed(`${states.length - unknown.length} key files are those of the database${note}`);
}
