import { env } from "@/lib/platform/env";
import { globalSingleton } from "@/lib/platform/global-singleton";
import { type RetryLimits, retryTemporary, START_LIMITS } from "@/lib/platform/key-sources";
import { log } from "@/lib/platform/log";
import type { RootKeys } from "./sealed-secrets";
import { describeSecretFiles, listSecretFiles, readSecretFile, secretFile } from "./secret-file";
import { rootName, rootVersionOf, SEALED, WRAPPED } from "./secret-names";
import { createSecrets, loadSecrets, rootKeysOf, type SecretSource, secretSourceOf } from "./secret-source";

type Store = {
  /** The secrets of a source other than plain files, once they are loaded. */
  secrets?: ReadonlyMap<string, Buffer>;
  roots?: RootKeys;
  /** The version that the database says seals. */
  activeVersion?: number;
  /** The files that the secrets were read from (`describeSecretFiles`). */
  files?: string;
};
/** Next.js loads this module once for each of its bundles. */
const store = globalSingleton<Store>("secrets", () => ({}));

const NOT_OPENED = new Error("The secrets of this process were not opened (openSecrets).");

/** Installations that moved to another source have no plain file. Creating one would lose the sealed data. */
function requireNoMovedSecrets(dataDir: string): void {
  const moved = listSecretFiles(dataDir).find((name) => name.endsWith(WRAPPED) || name.endsWith(SEALED));
  if (moved === undefined || listSecretFiles(dataDir).some((name) => rootVersionOf(name) !== undefined))
    return;
  throw new Error(
    `secrets/${moved} in this machine's DATA_DIR needs a root key from elsewhere, but ROOT_KEY_SOURCE is file. Set it to the source that the secrets were moved to.`,
  );
}

const warnOfRetry = ({ message }: Error): void => log.warn(`The root key cannot be opened yet. ${message}`);

/**
 * Loads the secrets of this process into memory if they do not come from plain files, which are read when they are first
 * needed. Repeats while the service is not reached, with a warning in the log, about a minute at most. Later outages of the
 * service do not affect the process. `allowsPlain`: for a move, which an earlier one may have begun. `onRetry` replaces the
 * warning. Throws a one-line error without a secret.
 */
export async function openSecrets(
  source: SecretSource | undefined = secretSourceOf(env),
  limits: RetryLimits = START_LIMITS,
  { onRetry = warnOfRetry, ...options }: { allowsPlain?: boolean; onRetry?: (error: Error) => void } = {},
): Promise<void> {
  if (source === undefined) {
    requireNoMovedSecrets(env.DATA_DIR);
    return;
  }
  store.files = describeSecretFiles(env.DATA_DIR);
  const secrets = await retryTemporary(() => loadSecrets(env.DATA_DIR, source, options), limits, onRetry);
  store.secrets = secrets;
  delete store.roots;
}

/** Whether the secrets of this process are plain files. */
export const isPlain = (): boolean => store.secrets === undefined && env.ROOT_KEY_SOURCE === "file";

/** A secret of this installation; undefined if it does not exist. `dataDir` is used for plain files only. */
export function readSecret(name: string, dataDir: string = env.DATA_DIR): Buffer | undefined {
  if (isPlain()) return readSecretFile(name, dataDir);
  if (store.secrets === undefined) throw NOT_OPENED;
  return store.secrets.get(name);
}

/** A secret of this installation. A plain file is created at its first use. Throws a one-line error if it is missing. */
export function requireSecret(name: string): Buffer {
  if (isPlain()) {
    const existing = readSecretFile(name);
    if (existing !== undefined) return existing;
    requireNoMovedSecrets(env.DATA_DIR);
    return secretFile(name);
  }
  const secret = readSecret(name);
  if (secret === undefined)
    throw new Error(`secrets/${name} in this machine's DATA_DIR is missing. npm run secrets lists all.`);
  return secret;
}

/** The versions of the root key of this installation, oldest first. */
export function listRootVersions(dataDir: string = env.DATA_DIR): number[] {
  const names = isPlain() ? listSecretFiles(dataDir) : [...(store.secrets?.keys() ?? [])];
  return names.flatMap((name) => rootVersionOf(name) ?? []).sort((a, b) => a - b);
}

/** Names of all secrets that exist on this machine. */
export const listSecretNames = (dataDir: string = env.DATA_DIR): string[] =>
  isPlain()
    ? listSecretFiles(dataDir).filter((name) => name.endsWith(".key"))
    : [...(store.secrets?.keys() ?? [])];

/** The root keys of this process. Creates the first of a new installation. */
export function rootKeys(): RootKeys {
  if (store.roots !== undefined) return store.roots;
  const versions = listRootVersions();
  const keys = new Map(
    (versions.length === 0 ? [1] : versions).map((version) => [version, requireSecret(rootName(version))]),
  );
  const roots = rootKeysOf(keys);
  const sealing =
    store.activeVersion !== undefined && keys.has(store.activeVersion) ? store.activeVersion : roots.sealing;
  store.roots = { keys, sealing };
  return store.roots;
}

/** Sets the version that seals from now on, as stored in the database. A version that this machine lacks is ignored. */
export function activateRootKey(version: number): void {
  if (store.activeVersion === version) return;
  store.activeVersion = version;
  delete store.roots;
}

/**
 * Reads the secrets again if a file of `DATA_DIR/secrets` was added, replaced or removed since they were read, as by a
 * rotation. Keeps the old ones on failure.
 */
export async function reloadSecrets(source: SecretSource | undefined = secretSourceOf(env)): Promise<void> {
  const files = describeSecretFiles(env.DATA_DIR);
  if (files === store.files) return;
  if (source !== undefined) store.secrets = await loadSecrets(env.DATA_DIR, source);
  store.files = files;
  delete store.roots;
}

/** Creates the secrets that a new installation lacks, if they are not plain files. */
export async function createMissingSecrets(
  source: SecretSource | undefined = secretSourceOf(env),
): Promise<void> {
  if (source === undefined) return;
  await retryTemporary(() => createSecrets(env.DATA_DIR, source), START_LIMITS, warnOfRetry);
  await reloadSecrets(source);
}
