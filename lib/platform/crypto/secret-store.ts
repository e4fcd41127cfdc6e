import { env } from "@/lib/platform/env";
import { globalSingleton } from "@/lib/platform/global-singleton";
import { type RetryLimits, retryTemporary, START_LIMITS } from "@/lib/platform/key-sources";
import { log } from "@/lib/platform/log";
import { fingerprintOf } from "./fingerprint";
import { keepFormerSecrets, type SecretMap } from "./keep-former-secrets";
import type { RootKeys } from "./sealed-secrets";
import { describeSecretFiles, listSecretFiles, readSecretFile } from "./secret-file";
import { rootName, rootVersionOf, SEALED, WRAPPED } from "./secret-names";
import {
  createSecrets,
  listPlainSecrets,
  loadSecrets,
  readPlainSecrets,
  rootKeysOf,
  type SecretSource,
  secretSourceOf,
} from "./secret-source";

type Store = {
  /** The secrets of this process, once they are read: of plain files, or of another source (`isOpened`). */
  secrets?: SecretMap;
  /** Whether `secrets` come from another source than plain files. */
  isOpened?: boolean;
  roots?: RootKeys;
  /** The fingerprints of root keys that the database has, by version. */
  fingerprints?: ReadonlyMap<number, string>;
  /** The files that the secrets were read from (`describeSecretFiles`). */
  files?: string;
  /** The last line about secrets that are not as they were read, so that the log has it once. */
  reported?: string;
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
 * Loads the secrets of this process into memory. Repeats while the service is not reached, with a warning in the log, about a minute at most. Later outages of the
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
    await reloadSecrets(source);
    return;
  }
  store.files = describeSecretFiles(env.DATA_DIR);
  const secrets = await retryTemporary(() => loadSecrets(env.DATA_DIR, source, options), limits, onRetry);
  store.secrets = secrets;
  store.isOpened = true;
  delete store.roots;
}

/** Whether the secrets of this process are plain files. */
export const isPlain = (): boolean => store.isOpened !== true && env.ROOT_KEY_SOURCE === "file";

/**
 * A secret of this installation; undefined if it does not exist. With plain files, the file of `dataDir` as it is now;
 * `recallSecret` returns what the process has in memory.
 */
export function readSecret(name: string, dataDir: string = env.DATA_DIR): Buffer | undefined {
  if (isPlain()) return readSecretFile(name, dataDir);
  return openedSecrets().get(name);
}

/** The secrets of this process in memory. Reads plain files at the first call. */
function openedSecrets(): SecretMap {
  if (store.secrets !== undefined) return store.secrets;
  if (!isPlain()) throw NOT_OPENED;
  store.files = describeSecretFiles(env.DATA_DIR);
  store.secrets = readPlainSecrets(env.DATA_DIR);
  return store.secrets;
}

/** A secret that this process has in memory, or whose plain file appeared since; undefined if there is none. */
export function recallSecret(name: string): Buffer | undefined {
  const secret = openedSecrets().get(name);
  if (secret !== undefined || !isPlain()) return secret;
  const created = readSecretFile(name);
  if (created !== undefined) store.secrets = new Map(openedSecrets()).set(name, created);
  return created;
}

/** A secret of this installation. Never creates it (`claimSecrets`). Throws a one-line error if it is missing. */
export function requireSecret(name: string): Buffer {
  const secret = recallSecret(name);
  if (secret !== undefined) return secret;
  if (isPlain()) requireNoMovedSecrets(env.DATA_DIR);
  throw new Error(
    `secrets/${name} in this machine's DATA_DIR is missing. Restore secrets/${name} from a backup. npm run secrets lists all.`,
  );
}

/** The versions of the root key of this installation, oldest first. With plain files, those of `dataDir` as it is now. */
export function listRootVersions(dataDir: string = env.DATA_DIR): number[] {
  const names = isPlain() ? listSecretFiles(dataDir) : [...openedSecrets().keys()];
  return names.flatMap((name) => rootVersionOf(name) ?? []).sort((a, b) => a - b);
}

/** Names of all secrets that exist on this machine. */
export const listSecretNames = (dataDir: string = env.DATA_DIR): string[] =>
  isPlain() ? listPlainSecrets(dataDir) : [...(store.secrets?.keys() ?? [])];

/**
 * The root keys of this process. The newest whose fingerprint is in the database seals, else the oldest. Never creates one.
 * Throws a one-line error if there is none.
 */
export function rootKeys(): RootKeys {
  if (store.roots !== undefined) return store.roots;
  const keys = rootKeysIn(openedSecrets());
  if (keys.size === 0) keys.set(1, requireSecret(rootName(1)));
  store.roots = { keys, sealing: findSealingVersion(keys) };
  return store.roots;
}

function rootKeysIn(secrets: SecretMap): Map<number, Buffer> {
  const keys = [...secrets].flatMap(([name, secret]) => {
    const version = rootVersionOf(name);
    return version === undefined ? [] : [[version, secret] as const];
  });
  return new Map(keys.sort(([a], [b]) => a - b));
}

/** The newest version whose key is the one of the database. A name alone proves nothing: machines can have different keys. */
function findSealingVersion(keys: ReadonlyMap<number, Buffer>): number {
  const active: number[] = [];
  for (const [version, fingerprint] of store.fingerprints ?? []) {
    const key = keys.get(version);
    if (key === undefined) continue;
    if (fingerprintOf(key) === fingerprint) active.push(version);
    else
      report(
        `secrets/${rootName(version)} of this process is not the key of the database: it seals nothing. Copy it from the machine where the rotation began, and restart Parley.`,
      );
  }
  return active.length > 0 ? Math.max(...active) : rootKeysOf(keys).sealing;
}

/** Sets the fingerprints of root keys by version, as stored in the database. They say which key seals from now on. */
export function setRootFingerprints(fingerprints: ReadonlyMap<number, string>): void {
  store.fingerprints = fingerprints;
  delete store.roots;
}

function report(line: string): void {
  if (store.reported === line) return;
  store.reported = line;
  log.error(line);
}

/**
 * Reads the secrets again if a file of `DATA_DIR/secrets` was added, replaced or removed since they were read, as by a
 * rotation. Keeps the old ones on failure, and those whose files are missing (`keepFormerSecrets`).
 */
export async function reloadSecrets(source: SecretSource | undefined = secretSourceOf(env)): Promise<void> {
  const files = describeSecretFiles(env.DATA_DIR);
  if (files === store.files) return;
  const read =
    source === undefined ? readPlainSecrets(env.DATA_DIR) : await loadSecrets(env.DATA_DIR, source);
  const former = store.secrets ?? new Map<string, Buffer>();
  const sealing = rootKeysIn(former).size === 0 ? null : rootKeys().sealing;
  const { secrets, lost, replaced } = keepFormerSecrets(former, read, sealing);
  store.secrets = secrets;
  if (source !== undefined) store.isOpened = true;
  store.files = files;
  delete store.roots;
  if (lost.length > 0)
    report(
      `DATA_DIR/secrets no longer has ${lost.join(", ")}. This process continues with the keys in its memory, and a start would fail. After a move, set ROOT_KEY_SOURCE and restart Parley; else restore the files.`,
    );
  if (replaced.length > 0)
    report(
      `Files of DATA_DIR/secrets were replaced by other keys: ${replaced.join(", ")}. This process continues with the former ones.`,
    );
}

/** Creates the secrets that a new installation lacks, if they are not plain files. */
export async function createMissingSecrets(
  source: SecretSource | undefined = secretSourceOf(env),
): Promise<void> {
  if (source === undefined) return;
  await retryTemporary(() => createSecrets(env.DATA_DIR, source), START_LIMITS, warnOfRetry);
  await reloadSecrets(source);
}
