import { openSealedSecrets, type RootKeys, sealSecret } from "./sealed-secrets";
import { removeDrafts } from "./secret-drafts";
import {
  createOwnerOnlyFile,
  listSecretFiles,
  readOwnerOnlyFile,
  removeSecretFile,
  replaceOwnerOnlyFile,
  secretsFolder,
} from "./secret-file";
import { rootName, rootVersionOf, SEALED, WRAPPED } from "./secret-names";
import { loadSecrets, readPlainSecrets, rootKeysOf, type SecretSource } from "./secret-source";
import { syncFolder } from "./sync-folder";
import { newInstallationId, readWrappedRootKeys, unwrapRootKey, wrapRootKey } from "./wrapped-root-key";

function rootKeysIn(secrets: ReadonlyMap<string, Buffer>): RootKeys {
  const keys = new Map<number, Buffer>();
  for (const [name, secret] of secrets) {
    const version = rootVersionOf(name);
    if (version !== undefined) keys.set(version, secret);
  }
  if (keys.size === 0) throw new Error("This machine has no root key to move.");
  return rootKeysOf(keys);
}

const rootsLast = (secrets: ReadonlyMap<string, Buffer>): [string, Buffer][] =>
  [...secrets].sort(
    ([a], [b]) => Number(rootVersionOf(a) !== undefined) - Number(rootVersionOf(b) !== undefined),
  );

/** Writes the files of the target: wrapped root keys, and sealed secrets. Replaces those that an interrupted move left. */
async function writeTarget(
  dataDir: string,
  secrets: ReadonlyMap<string, Buffer>,
  target: SecretSource,
): Promise<void> {
  const roots = rootKeysIn(secrets);
  if (target.kind === "env") {
    for (const [version, key] of roots.keys)
      if (target.keys.get(version)?.equals(key) !== true)
        throw new Error(`ROOT_KEY does not have the present ${rootName(version)}. Nothing was changed.`);
  }
  const installation = readWrappedRootKeys(dataDir)[0]?.installation ?? newInstallationId();
  if (target.kind === "service")
    for (const [version, key] of roots.keys)
      replaceOwnerOnlyFile(
        dataDir,
        `${rootName(version)}${WRAPPED}`,
        await wrapRootKey(target, version, key, installation),
      );
  for (const [name, secret] of secrets)
    if (rootVersionOf(name) === undefined)
      replaceOwnerOnlyFile(dataDir, `${name}${SEALED}`, sealSecret(roots, name, secret));
}

/**
 * Reads the new files back, as a start would, and compares them with the secrets. Returns all that it read: more than these
 * if an interrupted move has removed some plain files already. Throws a one-line error.
 */
async function verifyTarget(
  dataDir: string,
  secrets: ReadonlyMap<string, Buffer>,
  target: SecretSource,
): Promise<ReadonlyMap<string, Buffer>> {
  const keys = new Map<number, Buffer>();
  if (target.kind === "env") for (const [version, key] of target.keys) keys.set(version, key);
  else
    for (const file of readWrappedRootKeys(dataDir))
      keys.set(file.version, await unwrapRootKey(target, file));
  const readBack = openSealedSecrets(dataDir, rootKeysOf(keys));
  for (const [version, key] of keys) readBack.set(rootName(version), key);
  for (const [name, secret] of secrets)
    if (readBack.get(name)?.equals(secret) !== true)
      throw new Error(`${name} did not come back from its new place as it is. Nothing was removed.`);
  return readBack;
}

/**
 * Steps between writing and removing, for the caller: it gets all secrets as the new place returns them, by name, and opens
 * stored data. An error ends the move before anything is removed.
 */
export type MoveChecks = { beforeRemoval: (secrets: ReadonlyMap<string, Buffer>) => Promise<void> };

/** Throws during a rotation: a move that is killed between two versions could not be repeated. */
function requireOneRootKey({ keys }: RootKeys): void {
  if (keys.size > 1)
    throw new Error(
      `This machine has ${keys.size} versions of the root key: ${[...keys.keys()].map(rootName).join(", ")}. Finish the rotation first (npm run secrets -- rotate --continue, then --finish). Nothing was changed.`,
    );
}

/**
 * Moves plain secrets to another source: writes the new files, reads them back, lets the caller check, and removes the plain
 * files. A crash leaves the plain files until everything is verified; another call completes the move. Returns the names.
 */
export async function moveFromPlain(
  dataDir: string,
  target: SecretSource,
  { beforeRemoval }: MoveChecks,
): Promise<string[]> {
  const secrets = readPlainSecrets(dataDir);
  requireOneRootKey(rootKeysIn(secrets));
  await writeTarget(dataDir, secrets, target);
  await beforeRemoval(await verifyTarget(dataDir, secrets, target));
  // The root keys last: as long as one is left, a start with the former setting reads it and names what is missing.
  const names = rootsLast(secrets).map(([name]) => name);
  for (const name of names) removeSecretFile(dataDir, name);
  removeDrafts(dataDir);
  if (target.kind === "env") removeFiles(dataDir, WRAPPED);
  syncFolder(secretsFolder(dataDir));
  return names;
}

const removeFiles = (dataDir: string, ending: string): void => {
  for (const name of listSecretFiles(dataDir).filter((file) => file.endsWith(ending)))
    removeSecretFile(dataDir, name);
};

/** Moves the secrets of another source to plain files, and removes the wrapped and sealed ones. Returns the names. */
export async function moveToPlain(
  dataDir: string,
  source: SecretSource,
  { beforeRemoval }: MoveChecks,
): Promise<string[]> {
  const secrets = await loadSecrets(dataDir, source, { allowsPlain: true });
  requireOneRootKey(rootKeysIn(secrets));
  // The root keys last: without one, plain files count as an unfinished move, also for a start.
  for (const [name, secret] of rootsLast(secrets)) {
    createOwnerOnlyFile(dataDir, name, secret);
    if (readOwnerOnlyFile(dataDir, name)?.equals(secret) !== true)
      throw new Error(`secrets/${name} exists already and is another key. Nothing was removed.`);
  }
  await beforeRemoval(secrets);
  removeFiles(dataDir, WRAPPED);
  removeFiles(dataDir, SEALED);
  syncFolder(secretsFolder(dataDir));
  return [...secrets.keys()];
}

/**
 * Wraps the root keys again, with the newest version of the service's key, or with the key of another service. Verifies
 * each new file before it replaces the former. Returns the names. Throws `KeySourceError`.
 */
export async function rewrapRootKeys(
  dataDir: string,
  source: SecretSource,
  target: SecretSource = source,
): Promise<string[]> {
  if (source.kind !== "service" || target.kind !== "service")
    throw new Error("Only root keys that a service wraps can be wrapped again.");
  const files = readWrappedRootKeys(dataDir);
  if (target !== source && files.length > 1)
    throw new Error(
      `This machine has ${files.length} versions of the root key. Finish the rotation first (npm run secrets -- rotate --continue, then --finish). Nothing was changed.`,
    );
  const names: string[] = [];
  for (const file of files) {
    const key = await unwrapRootKey(source, file);
    const content = await wrapRootKey(target, file.version, key, file.installation);
    const unwrapped = await unwrapRootKey(target, JSON.parse(content.toString("utf8")));
    if (!unwrapped.equals(key))
      throw new Error(`${rootName(file.version)} was wrapped into another key. It was kept.`);
    replaceOwnerOnlyFile(dataDir, `${rootName(file.version)}${WRAPPED}`, content);
    names.push(rootName(file.version));
  }
  if (names.length === 0) throw new Error("This machine has no wrapped root key.");
  return names;
}
