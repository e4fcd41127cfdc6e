import { hkdfSync } from "node:crypto";
import { createSealer, type Sealer } from "./seal";
import type { RootKeys } from "./sealed-secrets";
import { SECRET_BYTES } from "./secret-file";
import { rootKeys } from "./secret-store";

const SALT = "parley sealed";
/**
 * The workspace part of the field reference for a person's values, as a person can belong to several
 * workspaces.
 */
const NO_WORKSPACE = "person";

const deriveKey = (root: Buffer): Buffer =>
  Buffer.from(hkdfSync("sha256", root, SALT, NO_WORKSPACE, SECRET_BYTES));
const sealers = new WeakMap<RootKeys, Sealer>();

/** The sealer of values that belong to a person and no workspace. Its keys are derived from the root keys, with their versions. */
export function personSealer(): Sealer {
  const roots = rootKeys();
  const cached = sealers.get(roots);
  if (cached !== undefined) return cached;
  const keys = new Map([...roots.keys].map(([version, root]) => [version, deriveKey(root)]));
  const sealer = createSealer(NO_WORKSPACE, keys, roots.sealing);
  sealers.set(roots, sealer);
  return sealer;
}
