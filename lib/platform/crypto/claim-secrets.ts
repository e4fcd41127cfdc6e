import { plain, plainBatch } from "@/lib/platform/db/plain";
import { env } from "@/lib/platform/env";
import { fingerprintOf } from "./fingerprint";
import { resealSecretFiles } from "./reseal-secret-files";
import { secretFile } from "./secret-file";
import { rootVersionOf, SECRET_NAMES } from "./secret-names";
import {
  createMissingSecrets,
  isPlain,
  listRootVersions,
  listSecretNames,
  readSecret,
  reloadSecrets,
  setRootFingerprints,
} from "./secret-store";

type Fingerprint = { name: string; fingerprint: string };

/** A key file of this machine, compared with its fingerprint in the database. `new`: the database has none. */
export type SecretState = { name: string; state: "same" | "different" | "missing" | "new" };

/**
 * The fingerprints in the database, by name. The newest root key among them seals from now on, if this process has the same
 * key.
 */
export async function readStoredFingerprints(): Promise<ReadonlyMap<string, string>> {
  const [rows] = await plainBatch(plain.selectFrom("secret_fingerprints").select(["name", "fingerprint"]));
  const roots = rows.flatMap(({ name, fingerprint }) => {
    const version = rootVersionOf(name);
    return version === undefined ? [] : [[version, fingerprint] as const];
  });
  setRootFingerprints(new Map(roots));
  return new Map(rows.map(({ name, fingerprint }) => [name, fingerprint]));
}

/**
 * Reads the root keys again, which a rotation adds and removes, and which of them seals. Processes call it every 15 s, and
 * when they find a value of a version that they do not have.
 */
export async function refreshRootKeys(): Promise<void> {
  // First, as a failing reload must not keep the process from learning which of its keys seals.
  await readStoredFingerprints();
  await reloadSecrets();
}

/** How often a process looks for changes of the root keys, in milliseconds. */
export const ROOT_REFRESH_MS = 15_000;

/** Calls `refreshRootKeys` and `resealSecretFiles` as long as the process runs. A failure is passed to `onFailure`; the next attempt follows. */
export function watchRootKeys(onFailure: (error: unknown) => void): void {
  const refresh = async (): Promise<void> => {
    await refreshRootKeys();
    resealSecretFiles();
  };
  setInterval(() => void refresh().catch(onFailure), ROOT_REFRESH_MS).unref();
}

/** Compares the key files of this machine with the fingerprints. Creates none. */
export async function readSecretStates(dataDir: string = env.DATA_DIR): Promise<SecretState[]> {
  return compareStates([...SECRET_NAMES, ...listSecretNames(dataDir)], (name) => readSecret(name, dataDir));
}

async function compareStates(
  localNames: readonly string[],
  readLocal: (name: string) => Buffer | undefined,
): Promise<SecretState[]> {
  const stored = await readStoredFingerprints();
  return [...new Set([...localNames, ...stored.keys()])].flatMap((name): SecretState[] => {
    const secret = readLocal(name);
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
  requireSame(states);
  return states.filter(({ state }) => state === "same").length;
}

/** Like `checkSecrets`, for secrets that are not in place yet, by name. */
export async function compareWithDatabase(secrets: ReadonlyMap<string, Buffer>): Promise<void> {
  requireSame(await compareStates([...secrets.keys()], (name) => secrets.get(name)));
}

function requireSame(states: readonly SecretState[]): void {
  for (const { name, state } of states)
    if (state === "missing" || state === "different")
      throw new Error(
        `secrets/${name} in this machine's DATA_DIR ${PROBLEMS[state]}. Copy it from the machine on which Parley was first started with this database, or restore it from a backup. \`npm run secrets\` compares all key files.`,
      );
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

/** Whether the key of a root version is superseded: a rotation ended, and a machine that still has it must not bring it back. */
const isSuperseded = (name: string, stored: ReadonlyMap<string, string>): boolean => {
  const version = rootVersionOf(name);
  const versions = [...stored.keys()].flatMap((storedName) => rootVersionOf(storedName) ?? []);
  return version !== undefined && versions.some((storedVersion) => storedVersion > version);
};

async function storeFingerprints(dataDir: string): Promise<void> {
  const stored = await readStoredFingerprints();
  const fingerprints = readFingerprints(dataDir).filter(({ name }) => !isSuperseded(name, stored));
  if (fingerprints.length === 0) return;
  await plainBatch(insert(fingerprints));
  await readStoredFingerprints();
}

/**
 * Creates the key files of a new installation, and stores their fingerprints in its database: of two machines that start
 * at once with one empty database, one succeeds. Throws like `checkSecrets`, which precedes it: it would create what is
 * missing.
 */
export async function claimSecrets(dataDir: string = env.DATA_DIR): Promise<void> {
  await createMissingSecrets();
  if (isPlain()) createPlainSecrets(dataDir);
  await reloadSecrets();
  await storeFingerprints(dataDir);
  await checkSecrets(dataDir);
}

/** Creates the secrets that an earlier version created at their first use. The database has no fingerprint of these. */
async function createUnusedSecrets(dataDir: string): Promise<void> {
  if (!isPlain() || listRootVersions(dataDir).length === 0) return;
  const stored = await readStoredFingerprints();
  for (const name of SECRET_NAMES)
    if (rootVersionOf(name) === undefined && !stored.has(name)) secretFile(name, dataDir);
}

/**
 * Creates the secrets that an earlier version has not used yet, and stores the fingerprints of key files that have none. Only the server
 * does it: a gateway of such a version can have other files that it never uses. Skips root keys before the newest of the
 * database: a rotation has removed their fingerprints.
 */
export async function adoptSecrets(dataDir: string = env.DATA_DIR): Promise<void> {
  await createUnusedSecrets(dataDir);
  await reloadSecrets();
  await storeFingerprints(dataDir);
}

/** Replaces all fingerprints by those of this machine's key files, for an operator who has replaced files on purpose. */
export async function acceptSecrets(dataDir: string = env.DATA_DIR): Promise<void> {
  const fingerprints = readFingerprints(dataDir, listSecretNames(dataDir));
  if (fingerprints.length === 0) throw new Error("This machine has no key files.");
  await plainBatch(plain.deleteFrom("secret_fingerprints"), insert(fingerprints));
}
