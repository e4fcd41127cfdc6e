import { createHmac } from "node:crypto";
import { plain, plainBatch } from "@/lib/platform/db/plain";
import { env } from "@/lib/platform/env";
import { secretFile } from "./secret-file";
import { rootVersionOf, SECRET_NAMES } from "./secret-names";
import {
  activateRootKey,
  createMissingSecrets,
  isPlain,
  listRootVersions,
  listSecretNames,
  readSecret,
  reloadSecrets,
} from "./secret-store";

const PURPOSE = "parley fingerprint of a secret file";

/** A hash of a secret that does not tell it, as the secret has 256 random bits. */
export const fingerprintOf = (secret: Buffer): string =>
  createHmac("sha256", secret).update(PURPOSE).digest("hex");

type Fingerprint = { name: string; fingerprint: string };

/** A key file of this machine, compared with its fingerprint in the database. `new`: the database has none. */
export type SecretState = { name: string; state: "same" | "different" | "missing" | "new" };

/** The fingerprints in the database, by name. The newest root key among them is the one that seals from now on. */
export async function readStoredFingerprints(): Promise<ReadonlyMap<string, string>> {
  const [rows] = await plainBatch(plain.selectFrom("secret_fingerprints").select(["name", "fingerprint"]));
  const versions = rows.flatMap(({ name }) => rootVersionOf(name) ?? []);
  if (versions.length > 0) activateRootKey(Math.max(...versions));
  return new Map(rows.map(({ name, fingerprint }) => [name, fingerprint]));
}

/**
 * Reads the root keys again, which a rotation adds and removes, and which of them seals. Processes call it every 15 s, and
 * when they find a value of a version that they do not have.
 */
export async function refreshRootKeys(): Promise<void> {
  await reloadSecrets();
  await readStoredFingerprints();
}

/** How often a process looks for changes of the root keys, in milliseconds. */
export const ROOT_REFRESH_MS = 15_000;

/** Calls `refreshRootKeys` as long as the process runs. A failure is passed to `onFailure`; the next attempt follows. */
export function watchRootKeys(onFailure: (error: unknown) => void): void {
  setInterval(() => void refreshRootKeys().catch(onFailure), ROOT_REFRESH_MS).unref();
}

/** Compares the key files of this machine with the fingerprints. Creates none. */
export async function readSecretStates(dataDir: string = env.DATA_DIR): Promise<SecretState[]> {
  const stored = await readStoredFingerprints();
  const names = new Set([...SECRET_NAMES, ...listSecretNames(dataDir), ...stored.keys()]);
  return [...names].flatMap((name): SecretState[] => {
    const secret = readSecret(name, dataDir);
    const fingerprint = stored.get(name);
    if (secret === undefined) return fingerprint === undefined ? [] : [{ name, state: "missing" }];
    if (fingerprint === undefined) return [{ name, state: "new" }];
    return [{ name, state: fingerprintOf(secret) === fingerprint ? "same" : "different" }];
  });
}

const PROBLEMS = { missing: "is missing", different: "belongs to another installation" } as const;

/**
 * Throws an error of one line, without a secret, unless each key file whose fingerprint is stored is on this machine, and
 * the same. Returns how many are.
 */
export async function checkSecrets(dataDir: string = env.DATA_DIR): Promise<number> {
  const states = await readSecretStates(dataDir);
  for (const { name, state } of states)
    if (state === "missing" || state === "different")
      throw new Error(
        `secrets/${name} in this machine's DATA_DIR ${PROBLEMS[state]}. Copy it from the machine on which Parley was first started with this database, or restore it from a backup. \`npm run secrets\` compares all key files.`,
      );
  return states.filter(({ state }) => state === "same").length;
}

const insert = (fingerprints: readonly Fingerprint[]) =>
  plain
    .insertInto("secret_fingerprints")
    .values([...fingerprints])
    .onConflict((conflict) => conflict.column("name").doNothing());

/** The fingerprints of those of these secrets that exist on this machine. */
const readFingerprints = (dataDir: string, names: readonly string[] = SECRET_NAMES): Fingerprint[] =>
  names.flatMap((name) => {
    const secret = readSecret(name, dataDir);
    return secret === undefined ? [] : [{ name, fingerprint: fingerprintOf(secret) }];
  });

function createPlainSecrets(dataDir: string): void {
  const hasRoot = listRootVersions(dataDir).length > 0;
  for (const name of SECRET_NAMES)
    if (!hasRoot || rootVersionOf(name) === undefined) secretFile(name, dataDir);
}

/**
 * Creates the key files of a new installation, and stores their fingerprints in its database: of two machines that start
 * at once with one empty database, one succeeds. Throws like `checkSecrets`, which precedes it: it would create what is
 * missing.
 */
export async function claimSecrets(dataDir: string = env.DATA_DIR): Promise<void> {
  await createMissingSecrets();
  if (isPlain()) createPlainSecrets(dataDir);
  await plainBatch(insert(readFingerprints(dataDir)));
  await checkSecrets(dataDir);
}

/**
 * Stores the fingerprints of existing key files that have none, as in a database of an earlier version. Only the server
 * does it: a gateway of such a version can have other files that it never uses.
 */
export async function adoptSecrets(dataDir: string = env.DATA_DIR): Promise<void> {
  const fingerprints = readFingerprints(dataDir);
  if (fingerprints.length > 0) await plainBatch(insert(fingerprints));
}

/** Replaces all fingerprints by those of this machine's key files, for an operator who has replaced files on purpose. */
export async function acceptSecrets(dataDir: string = env.DATA_DIR): Promise<void> {
  const fingerprints = readFingerprints(dataDir, listSecretNames(dataDir));
  if (fingerprints.length === 0) throw new Error("This machine has no key files.");
  await plainBatch(plain.deleteFrom("secret_fingerprints"), insert(fingerprints));
}
