import { hkdfSync } from "node:crypto";
import { createSealer, type Sealer } from "./seal";
import { SECRET_BYTES } from "./secret-file";
import { rootKey } from "./workspace-keys";

const SALT = "parley sealed";
/**
 * The workspace part of the field reference for a person's values, as a person can belong to several
 * workspaces.
 */
const NO_WORKSPACE = "person";
const VERSION = 1;

let cached: Sealer | undefined;

/** The sealer of values that belong to a person and no workspace. Its key is derived from the root key. */
export function personSealer(): Sealer {
  cached ??= createSealer(
    NO_WORKSPACE,
    new Map([[VERSION, Buffer.from(hkdfSync("sha256", rootKey(), SALT, NO_WORKSPACE, SECRET_BYTES))]]),
    VERSION,
  );
  return cached;
}
