import { openWith, SealError, sealWith } from "./seal";
import { listSecretFiles, readOwnerOnlyFile } from "./secret-file";
import { SEALED } from "./secret-names";

/** The workspace part of the field reference: these secrets belong to the installation. */
const INSTALLATION = "installation";
const fieldRef = (name: string) => ({ table: "secrets", row: name, field: "value" });

/** The root keys of an installation by version, and the version that seals. */
export type RootKeys = { readonly keys: ReadonlyMap<number, Buffer>; readonly sealing: number };

/** Seals a secret of the installation, other than a root key, under the root key: the content of its file. */
export function sealSecret({ keys, sealing }: RootKeys, name: string, secret: Buffer): Buffer {
  const key = keys.get(sealing);
  if (key === undefined) throw new Error("The root key that seals is missing.");
  return sealWith(key, sealing, INSTALLATION, fieldRef(name), secret);
}

/** Opens such a content. Throws a one-line error if no root key opens it. */
export function openSecret({ keys }: RootKeys, name: string, content: Buffer): Buffer {
  try {
    return openWith((version) => keys.get(version), INSTALLATION, fieldRef(name), content);
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    throw new Error(
      `The root key does not open secrets/${name}${SEALED} in this machine's DATA_DIR. Both must be of the same installation.`,
    );
  }
}

/** Opens the sealed secrets of `DATA_DIR/secrets`, by name. */
export function openSealedSecrets(dataDir: string, roots: RootKeys): Map<string, Buffer> {
  const secrets = new Map<string, Buffer>();
  for (const file of listSecretFiles(dataDir).filter((name) => name.endsWith(SEALED))) {
    const name = file.slice(0, -SEALED.length);
    const content = readOwnerOnlyFile(dataDir, file);
    if (content !== undefined) secrets.set(name, openSecret(roots, name, content));
  }
  return secrets;
}
