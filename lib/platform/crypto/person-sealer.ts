import { hkdfSync } from "node:crypto";
import { type Sealer, sealerOf } from "./seal";
import { SECRET_BYTES } from "./secret-file";
import { rootKey } from "./workspace-keys";

const SALT = "parley sealed";
/** What stands for the workspace where a value belongs to a person, who may be a member of several. */
const NO_WORKSPACE = "person";
const VERSION = 1;

let made: Sealer | undefined;

/** Seals what belongs to a person and to no workspace, under a key of its own that is derived from the root key. */
export function personSealer(): Sealer {
  made ??= sealerOf(
    NO_WORKSPACE,
    new Map([[VERSION, Buffer.from(hkdfSync("sha256", rootKey(), SALT, NO_WORKSPACE, SECRET_BYTES))]]),
    VERSION,
  );
  return made;
}
