import { randomBytes } from "node:crypto";
import { plain, plainBatch } from "@/lib/platform/db/plain";
import { env } from "@/lib/platform/env";
import { readStoredFingerprints } from "./claim-secrets";
import { fingerprintOf } from "./fingerprint";
import { sealSecret } from "./sealed-secrets";
import { createOwnerOnlyFile, removeSecretFile, SECRET_BYTES } from "./secret-file";
import { rootName, SEALED, WRAPPED } from "./secret-names";
import { type SecretSource, secretSourceOf } from "./secret-source";
import { readSecret, reloadSecrets, rootKeys } from "./secret-store";
import { deriveTicketKey, KEPT_PURPOSES, ticketKeyName } from "./ticket";
import { readWrappedRootKeys, wrapRootKey } from "./wrapped-root-key";

/** `former` opens what the rotation has not reached yet. `isActive`: the database says that this machine's `next` seals. */
export type RootRotation = { former: number; next: number; isActive: boolean };

/** The rotation in progress; null if there is a single root key. Throws a one-line error if there are more than two. */
export async function readRotation(): Promise<RootRotation | null> {
  const versions = [...rootKeys().keys.keys()].sort((a, b) => a - b);
  const [former, next, more] = versions;
  if (former === undefined || next === undefined) return null;
  if (more !== undefined)
    throw new Error(
      `This machine has ${versions.length} root keys. A rotation has two: remove those that no backup needs.`,
    );
  const stored = await readStoredFingerprints();
  const key = rootKeys().keys.get(next);
  const isActive = key !== undefined && stored.get(rootName(next)) === fingerprintOf(key);
  return { former, next, isActive };
}

/** Stores a secret of this installation, sealed if secrets are not plain files. Keeps an existing one. */
function createSecret(source: SecretSource | undefined, name: string, secret: Buffer): void {
  if (source === undefined) createOwnerOnlyFile(env.DATA_DIR, name, secret);
  else createOwnerOnlyFile(env.DATA_DIR, `${name}${SEALED}`, sealSecret(rootKeys(), name, secret));
}

/**
 * Creates the next root key, which seals nothing yet, and keeps the keys of links and recovery codes, which were derived from
 * the first one. Returns its version. Throws a one-line error if a rotation is in progress, or if the root key comes from the
 * environment and has no second version there.
 */
export async function prepareRotation(
  source: SecretSource | undefined = secretSourceOf(env),
): Promise<number> {
  const { keys } = rootKeys();
  const newest = Math.max(...keys.keys());
  const oldest = keys.get(Math.min(...keys.keys()));
  if (oldest === undefined) throw new Error("This machine has no root key.");
  for (const purpose of KEPT_PURPOSES)
    createSecret(source, ticketKeyName(purpose), deriveTicketKey(oldest, purpose));
  const next = source?.kind === "env" ? newest : newest + 1;
  if (source === undefined) createOwnerOnlyFile(env.DATA_DIR, rootName(next), randomBytes(SECRET_BYTES));
  if (source?.kind === "service") {
    const installation = readWrappedRootKeys(env.DATA_DIR)[0]?.installation ?? "";
    const content = await wrapRootKey(source, next, randomBytes(SECRET_BYTES), installation);
    createOwnerOnlyFile(env.DATA_DIR, `${rootName(next)}${WRAPPED}`, content);
  }
  await reloadSecrets(source);
  return next;
}

/**
 * Lets every process seal with the next root key from now on, by its fingerprint in the database. Processes read it within
 * `ROOT_REFRESH_MS`, and a start of a process without the key fails and names the file. Throws a one-line error if the
 * database has the fingerprint of a different key, as when a rotation was begun on two machines.
 */
export async function activateNextRootKey({ next }: RootRotation): Promise<void> {
  const names = [rootName(next), ...KEPT_PURPOSES.map(ticketKeyName)];
  const rows = names.flatMap((name) => {
    const secret = readSecret(name);
    return secret === undefined ? [] : [{ name, fingerprint: fingerprintOf(secret) }];
  });
  await plainBatch(
    plain
      .insertInto("secret_fingerprints")
      .values(rows)
      .onConflict((conflict) => conflict.column("name").doNothing()),
  );
  const stored = await readStoredFingerprints();
  for (const { name, fingerprint } of rows)
    if (stored.get(name) !== fingerprint)
      throw new Error(
        `secrets/${name} of this machine is not the key of the database. Replace DATA_DIR/secrets by a copy from the machine where the rotation began, and repeat.`,
      );
}

/**
 * Removes the fingerprint of the former root key from the database: no process seals under it from now on, once it has read
 * the change (`ROOT_REFRESH_MS`).
 */
export async function dropFormerFingerprint({ former }: RootRotation): Promise<void> {
  await plainBatch(plain.deleteFrom("secret_fingerprints").where("name", "=", rootName(former)));
  await readStoredFingerprints();
}

/** Removes the file of the former root key on this machine. The caller has made sure that it seals nothing any more. */
export async function removeFormerRootKey({ former }: RootRotation): Promise<void> {
  removeSecretFile(env.DATA_DIR, rootName(former));
  removeSecretFile(env.DATA_DIR, `${rootName(former)}${WRAPPED}`);
  await reloadSecrets();
}
