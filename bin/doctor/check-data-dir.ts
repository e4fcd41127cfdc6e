import { access as accessFile, constants, stat } from "node:fs/promises";
import { codeOf, type Finding, failed, passed, warning } from "./finding";

type Input = {
  dataDir: string;
  /** The number of the user who runs this command; null on Windows. */
  uid: number | null;
  access?: (path: string, mode: number) => Promise<void>;
};

/** Whether DATA_DIR exists and this user can write to it. Nothing is written. */
export async function checkDataDir({ dataDir, uid, access = accessFile }: Input): Promise<Finding> {
  try {
    const owner = (await stat(dataDir)).uid;
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    if (uid === 0 && owner !== 0)
      return warning(
        "DATA_DIR belongs to another user, and root can always write to it",
        "Run this command as Parley's user: checks by root do not show what that user can do.",
      );
    return passed("DATA_DIR is writable");
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT")
      return failed(
        "DATA_DIR does not exist",
        "Check the variable DATA_DIR and whether its volume is mounted. On a new machine, start Parley, which creates it.",
      );
    return failed(
      `DATA_DIR cannot be written to (${code})`,
      "Run this command as Parley's user. If it is, make that user the owner of DATA_DIR, and check that the volume is not read-only.",
    );
  }
}
