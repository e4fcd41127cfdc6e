import { access as accessFile, constants, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { codeOf, counted, type Finding, failed, passed, skipped, warning } from "./finding";

const BY_OTHERS = 0o077;
/** Public keys of signatures are beside the private ones. */
const PUBLIC_KEY = ".pub";

type Input = {
  dataDir: string;
  /** The number of the user who runs this command; null on Windows. */
  uid: number | null;
  access?: (path: string, mode: number) => Promise<void>;
};

const modeOf = async (path: string): Promise<number> => (await lstat(path)).mode & 0o777;

/** Whether only its owner can read DATA_DIR/secrets and the files in it. Reads no key. */
export async function checkSecretsFolder({ dataDir, uid, access = accessFile }: Input): Promise<Finding> {
  if (uid === null) return skipped("Windows has no modes of files");
  const folder = join(dataDir, "secrets");
  try {
    const { uid: owner } = await lstat(folder);
    const folderMode = await modeOf(folder);
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
    const names = (await readdir(folder)).filter((name) => !name.endsWith(PUBLIC_KEY));
    const modes = await Promise.all(names.map((name) => modeOf(join(folder, name))));
    const open = modes.filter((mode) => (mode & BY_OTHERS) !== 0);
    if (open.length > 0)
      return failed(
        `other users can read ${open.length} of ${counted(names.length, "key file")} in secrets/`,
        "Run: chmod 600 DATA_DIR/secrets/*.key",
      );
    // In a cluster root owns the volume of DATA_DIR, and its group can write.
    const isWritable = await access(dataDir, constants.W_OK).then(
      () => true,
      () => false,
    );
    if (owner !== (await lstat(dataDir)).uid && !isWritable)
      return warning(
        "secrets/ and DATA_DIR belong to different users, and this one cannot write to DATA_DIR",
        "Make Parley's user the owner of both: chown -R.",
      );
    return passed(`only the owner can read secrets/ (${counted(names.length, "key file")})`);
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return skipped("there is no DATA_DIR/secrets yet: the first start creates it");
    return failed(`secrets/ cannot be read (${code})`, "Run this command as Parley's user.");
  }
}
