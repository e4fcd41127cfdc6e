import { randomBytes } from "node:crypto";
import type { Env } from "@/lib/platform/env";
import { createKeyWrapper, isWrappingSource } from "@/lib/platform/key-sources";
import { parseRootKeys } from "@/lib/platform/root-key-settings";
import { openSealedSecrets, type RootKeys, sealSecret } from "./sealed-secrets";
import { listPlainDrafts } from "./secret-drafts";
import { createOwnerOnlyFile, listSecretFiles, readSecretFile, SECRET_BYTES } from "./secret-file";
import { rootName, rootVersionOf, SEALED, SECRET_NAMES, WRAPPED } from "./secret-names";
import {
  newInstallationId,
  readWrappedRootKeys,
  unwrapRootKey,
  type WrappingService,
  wrapRootKey,
} from "./wrapped-root-key";

/** Where secrets come from, if not from plain files. */
export type SecretSource =
  | { kind: "env"; keys: ReadonlyMap<number, Buffer> }
  | ({ kind: "service" } & WrappingService);

/** The source that the settings choose; undefined for plain files. */
export function secretSourceOf(
  env: Env,
  kind: Env["ROOT_KEY_SOURCE"] = env.ROOT_KEY_SOURCE,
): SecretSource | undefined {
  if (kind === "file") return undefined;
  if (isWrappingSource(kind)) return { kind: "service", source: kind, ...createKeyWrapper(kind, env) };
  return { kind: "env", keys: parseRootKeys(env.ROOT_KEY ?? "") ?? new Map() };
}

/** Key files in plain in `DATA_DIR/secrets`. */
export const listPlainSecrets = (dataDir: string): string[] =>
  listSecretFiles(dataDir).filter((name) => name.endsWith(".key"));

/** Reads all plain secrets of `DATA_DIR/secrets`, by name. */
export function readPlainSecrets(dataDir: string): Map<string, Buffer> {
  return new Map(
    listPlainSecrets(dataDir).flatMap((name) => {
      const secret = readSecretFile(name, dataDir);
      return secret === undefined ? [] : [[name, secret] as const];
    }),
  );
}

/** Throws if plain key files are left: which of two keys holds would depend on a setting. */
function requireNoPlainSecrets(dataDir: string): void {
  const [draft] = listPlainDrafts(dataDir);
  if (draft !== undefined)
    throw new Error(
      `secrets/${draft} in this machine's DATA_DIR is a draft of a key in plain, which an interrupted command left. Delete it.`,
    );
  const [first] = listPlainSecrets(dataDir);
  if (first === undefined) return;
  throw new Error(
    `secrets/${first} in this machine's DATA_DIR is in plain, but ROOT_KEY_SOURCE is not file. Move it: set ROOT_KEY_SOURCE=file and run npm run secrets -- move.`,
  );
}

async function loadRootKeys(dataDir: string, source: SecretSource): Promise<ReadonlyMap<number, Buffer>> {
  if (source.kind === "env") return source.keys;
  const keys = new Map<number, Buffer>();
  for (const file of readWrappedRootKeys(dataDir)) keys.set(file.version, await unwrapRootKey(source, file));
  return keys;
}

/** The root keys, sealing with the oldest: the database says which newer one seals (`activateRootKey`). */
export const rootKeysOf = (keys: ReadonlyMap<number, Buffer>): RootKeys => ({
  keys,
  sealing: Math.min(...keys.keys()),
});

/**
 * Loads all secrets of an installation, by name: unwraps the root keys once, and opens the sealed files with them. Empty
 * for a new installation. Throws a one-line error if plain files are left, unless a move allows it, or if a file does not
 * open; and `KeySourceError`.
 */
export async function loadSecrets(
  dataDir: string,
  source: SecretSource,
  { allowsPlain = false }: { allowsPlain?: boolean } = {},
): Promise<Map<string, Buffer>> {
  if (!allowsPlain) requireNoPlainSecrets(dataDir);
  const keys = await loadRootKeys(dataDir, source);
  const secrets = new Map([...keys].map(([version, key]) => [rootName(version), key]));
  if (keys.size === 0) return secrets;
  return new Map([...secrets, ...openSealedSecrets(dataDir, rootKeysOf(keys))]);
}

/**
 * Creates the secrets that a new installation lacks: a wrapped root key unless the environment has one, and the sealed
 * files. Of concurrent processes one creates each file. Throws `KeySourceError`.
 */
export async function createSecrets(dataDir: string, source: SecretSource): Promise<void> {
  requireNoPlainSecrets(dataDir);
  if (source.kind === "service" && readWrappedRootKeys(dataDir).length === 0) {
    const content = await wrapRootKey(source, 1, randomBytes(SECRET_BYTES), newInstallationId());
    createOwnerOnlyFile(dataDir, `${rootName(1)}${WRAPPED}`, content);
  }
  const roots = rootKeysOf(await loadRootKeys(dataDir, source));
  const existing = new Set(listSecretFiles(dataDir));
  for (const name of SECRET_NAMES)
    if (rootVersionOf(name) === undefined && !existing.has(`${name}${SEALED}`))
      createOwnerOnlyFile(dataDir, `${name}${SEALED}`, sealSecret(roots, name, randomBytes(SECRET_BYTES)));
}
