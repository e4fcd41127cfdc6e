import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { KeyWrapper, WrapContext, WrappingSource } from "@/lib/platform/key-sources";
import { listSecretFiles, readOwnerOnlyFile } from "./secret-file";
import { rootName, rootVersionOf, WRAPPED } from "./secret-names";

const INSTALLATION_BYTES = 12;

/** A file `root.key.wrapped`: no secret, as only the service opens it. */
const WrappedFile = z.strictObject({
  format: z.literal(1),
  source: z.enum(["aws-kms", "vault"]),
  /** The label of the service's key, for people. */
  key: z.string(),
  /** Binds the ciphertext to this installation: a random id, in every version of the root key. */
  installation: z.string().regex(/^[0-9a-f]{24}$/),
  version: z.int().min(1),
  ciphertext: z.string().min(1),
});
export type WrappedFile = z.output<typeof WrappedFile>;

/** A service and the label of its key. */
export type WrappingService = { source: WrappingSource; wrapper: KeyWrapper; keyLabel: string };

const contextOf = ({
  installation,
  version,
}: Pick<WrappedFile, "installation" | "version">): WrapContext => ({
  purpose: "parley root key",
  installation,
  version: String(version),
});

export const newInstallationId = (): string => randomBytes(INSTALLATION_BYTES).toString("hex");

/** Wraps a version of the root key. Returns the content of its file. Throws `KeySourceError`. */
export async function wrapRootKey(
  { source, wrapper, keyLabel }: WrappingService,
  version: number,
  key: Buffer,
  installation: string,
): Promise<Buffer> {
  const ciphertext = await wrapper.wrap(key, contextOf({ installation, version }));
  const file: WrappedFile = { format: 1, source, key: keyLabel, installation, version, ciphertext };
  return Buffer.from(`${JSON.stringify(file, null, 2)}\n`);
}

/** Unwraps the content of such a file. Throws a one-line error if it was wrapped by another source, and `KeySourceError`. */
export async function unwrapRootKey(
  { source, wrapper }: WrappingService,
  file: WrappedFile,
): Promise<Buffer> {
  if (file.source !== source)
    throw new Error(
      `${rootName(file.version)} was wrapped by ${file.source}, but ROOT_KEY_SOURCE is ${source}. Set ROOT_KEY_SOURCE=${file.source}, then use npm run secrets -- move.`,
    );
  return wrapper.unwrap(file.ciphertext, contextOf(file));
}

/** Reads the wrapped root keys of `DATA_DIR/secrets`, oldest first. Throws a one-line error for a damaged file. */
export function readWrappedRootKeys(dataDir: string): WrappedFile[] {
  const versions = listSecretFiles(dataDir)
    .filter((name) => name.endsWith(WRAPPED))
    .flatMap((name) => rootVersionOf(name.slice(0, -WRAPPED.length)) ?? [])
    .sort((a, b) => a - b);
  return versions.map((version) => parseWrapped(dataDir, version));
}

function parseWrapped(dataDir: string, version: number): WrappedFile {
  const name = `${rootName(version)}${WRAPPED}`;
  const text = readOwnerOnlyFile(dataDir, name)?.toString("utf8") ?? "";
  try {
    const file = WrappedFile.parse(JSON.parse(text));
    if (file.version === version) return file;
  } catch {
    // The message below holds for text that is no JSON as well.
  }
  throw new Error(`secrets/${name} in this machine's DATA_DIR is damaged. Restore it from a backup.`);
}
