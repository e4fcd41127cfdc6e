import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname, resolve } from "node:path";
import {
  checkSecrets,
  compareWithDatabase,
  moveFromPlain,
  moveToPlain,
  readPlainSecrets,
  requireRootKeyOf,
  rewrapRootKeys,
  type SecretSource,
  secretSourceOf,
} from "@/lib/platform/crypto";
import { rootVersionOf } from "@/lib/platform/crypto/secret-names";
import { syncFolder } from "@/lib/platform/crypto/sync-folder";
import { workspaceIds } from "@/lib/platform/db/plain";
import type { Env } from "@/lib/platform/env";
import { isPlaintextAllowed } from "@/lib/platform/read-env";
import { findRootKeyProblems, ROOT_KEY_SOURCES, type RootKeySource } from "@/lib/platform/root-key-settings";
import { UsageError } from "../operator/operate";

export const MOVE_USAGE = `npm run secrets -- move --to ${ROOT_KEY_SOURCES.join("|")} [--key-file FILE]`;

const OWNER_ONLY_FILE = 0o600;

/**
 * Throws a `UsageError` unless the settings of the target are complete and its addresses are encrypted, as at a start: the
 * start of this command ignores the settings of a source that is not chosen yet.
 */
export function requireTargetSettings(env: Env, target: RootKeySource): void {
  const isAllowed = (url: URL): boolean => isPlaintextAllowed(url, env.PLAINTEXT_HOSTS);
  const [problem] = findRootKeyProblems({ ...env, ROOT_KEY_SOURCE: target }, isAllowed);
  if (problem !== undefined) throw new UsageError(`${problem[0]} ${problem[1]}.`);
}

/** Writes the plain root keys as a value of ROOT_KEY to a new file of the operator, and returns them as a source. */
function writeKeyFile(dataDir: string, path: string | undefined): SecretSource {
  if (path === undefined) throw new UsageError(`--to env needs --key-file, for ROOT_KEY_FILE. ${MOVE_USAGE}`);
  const roots = [...readPlainSecrets(dataDir)].flatMap(([name, key]) => {
    const version = rootVersionOf(name);
    return version === undefined ? [] : [[version, key] as const];
  });
  if (roots.length === 0)
    throw new UsageError("This machine has no root key in a file. Move it to file first.");
  const text = roots.map(([version, key]) => `${version}:${key.toString("base64")}`).join(",");
  createKeyFile(resolve(path), `${text}\n`);
  return { kind: "env", keys: new Map(roots) };
}

/** Creates the file, or accepts the one that an interrupted move left. Each other file can be the only copy of a key. */
export function createKeyFile(path: string, text: string): void {
  if (existsSync(path)) {
    if (readFileSync(path, "utf8") === text) return;
    throw new UsageError("The file of --key-file exists already and has another content. Name a new file.");
  }
  const file = openSync(path, "wx", OWNER_ONLY_FILE);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  syncFolder(dirname(path));
}

/** Compares the fingerprints of the moved secrets, and opens the keys of every workspace, before a former file is removed. */
async function checkStoredData(secrets: ReadonlyMap<string, Buffer>): Promise<void> {
  await compareWithDatabase(secrets);
  for (const id of await workspaceIds()) await requireRootKeyOf(id);
}

/**
 * Moves the secrets of this machine from the source of the settings to another. Returns the text for the operator. Throws
 * without having removed a file if the new place does not return the same secrets, or if they do not open the stored data.
 */
export async function moveSecrets(
  env: Env,
  { to, "key-file": keyFile }: { to?: string | undefined; "key-file"?: string | undefined },
): Promise<string> {
  const target = ROOT_KEY_SOURCES.find((source) => source === to);
  if (target === undefined) throw new UsageError(`Usage: ${MOVE_USAGE}`);
  const current = env.ROOT_KEY_SOURCE;
  if (target === current) throw new UsageError(`ROOT_KEY_SOURCE is ${current} already.`);
  if (target !== "env") requireTargetSettings(env, target);
  const checks = { beforeRemoval: checkStoredData };
  const [source, destination] = [secretSourceOf(env, current), secretSourceOf(env, target)];
  let names: string[];
  if (source === undefined)
    names = await moveFromPlain(
      env.DATA_DIR,
      target === "env" ? writeKeyFile(env.DATA_DIR, keyFile) : (destination as SecretSource),
      checks,
    );
  else if (destination === undefined) names = await moveToPlain(env.DATA_DIR, source, checks);
  else if (source.kind === "service" && destination.kind === "service") {
    await checkSecrets();
    for (const id of await workspaceIds()) await requireRootKeyOf(id);
    names = await rewrapRootKeys(env.DATA_DIR, source, destination);
  } else throw new UsageError("Move to file first: npm run secrets -- move --to file.");
  return [
    `Moved and verified: ${names.join(", ")}.`,
    `Set ROOT_KEY_SOURCE=${target} now${target === "env" ? ` and ROOT_KEY_FILE=${keyFile}` : ""}, copy DATA_DIR/secrets to the other machines, and restart Parley. Make a backup.`,
  ].join("\n");
}
