import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { codeOf, counted, type Finding, failed, passed, skipped, warning } from "./finding";

const BY_OTHERS = 0o077;
/** Public keys of signatures are beside the private ones. */
const PUBLIC_KEY = ".pub";

type Input = {
  dataDir: string;
  /** The number of the user who runs this command; null on Windows. */
  uid: number | null;
};

const modeOf = (path: string): number => lstatSync(path).mode & 0o777;

/** Whether only its owner can read DATA_DIR/secrets and the files in it. Reads no key. */
export function checkSecretsFolder({ dataDir, uid }: Input): Finding {
  if (uid === null) return skipped("Windows has no modes of files");
  const folder = join(dataDir, "secrets");
  try {
    const { uid: owner } = lstatSync(folder);
    const folderMode = modeOf(folder);
    if ((folderMode & BY_OTHERS) !== 0)
      return failed(
        `other users can read secrets/ (mode ${folderMode.toString(8)})`,
        "Run: chmod 700 DATA_DIR/secrets. If others have used this machine, treat the keys as known to them (docs/security.md).",
      );
    if (uid !== 0 && owner !== uid)
      return failed(
        "secrets/ belongs to another user than the one who runs this command",
        "Run this command as Parley's user. If it is, make that user the owner of DATA_DIR/secrets.",
      );
    const names = readdirSync(folder).filter((name) => !name.endsWith(PUBLIC_KEY));
    const open = names.filter((name) => (modeOf(join(folder, name)) & BY_OTHERS) !== 0);
    if (open.length > 0)
      return failed(
        `other users can read ${open.length} of ${counted(names.length, "key file")} in secrets/`,
        "Run: chmod 600 DATA_DIR/secrets/*.key",
      );
    if (owner !== lstatSync(dataDir).uid)
      return warning(
        "secrets/ and DATA_DIR belong to different users",
        "Make Parley's user the owner of both: chown -R.",
      );
    return passed(`only the owner can read secrets/ (${counted(names.length, "key file")})`);
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return skipped("there is no DATA_DIR/secrets yet: the first start creates it");
    return failed(`secrets/ cannot be read (${code})`, "Run this command as Parley's user.");
  }
}
