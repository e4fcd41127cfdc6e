import { rootName, rootVersionOf } from "./secret-names";

export type SecretMap = ReadonlyMap<string, Buffer>;

/** The secrets after a reload, and the names of those that only memory has, or that differ there. */
export type ReloadedSecrets = { secrets: SecretMap; lost: string[]; replaced: string[] };

/**
 * The secrets of a running process after it has read the files again. A secret that is missing now stays in memory: a folder
 * can be gone for a moment, and after a move only the next start reads the new files. Root keys are forgotten only if the
 * version that seals is still there, as at the end of a rotation. A secret never changes while a process runs: if a file has
 * another content now, the process continues with the former.
 */
export function keepFormerSecrets(
  former: SecretMap,
  read: SecretMap,
  sealing: number | null,
): ReloadedSecrets {
  const secrets = new Map(read);
  const lost: string[] = [];
  const replaced: string[] = [];
  const forgetsRoots = sealing === null || read.has(rootName(sealing));
  for (const [name, secret] of former) {
    const current = read.get(name);
    if (current === undefined && rootVersionOf(name) !== undefined && forgetsRoots) continue;
    if (current === undefined) lost.push(name);
    else if (!current.equals(secret)) replaced.push(name);
    secrets.set(name, secret);
  }
  return { secrets, lost, replaced };
}
