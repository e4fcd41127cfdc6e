import { codeOf, type Finding, failed, passed, skipped, warning } from "./finding";

const MB = 1_000_000;
/** A start refuses less (bin/start/checks.mjs), as a database would soon fail in the middle of a write. */
const FAILED_BELOW_MB = 500;
/** A day of recordings of a small installation. */
const WARNED_BELOW_MB = 1_000;

type Disk = { bavail: number; bsize: number };

/** `statfs`: the file system of DATA_DIR, with free blocks and the size of a block in bytes. */
export async function checkDisk({ statfs }: { statfs: () => Promise<Disk> }): Promise<Finding> {
  let disk: Disk;
  try {
    disk = await statfs();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return skipped("DATA_DIR does not exist");
    return failed(`the disk of DATA_DIR cannot be read (${codeOf(error)})`, "Check DATA_DIR and its volume.");
  }
  const freeMb = Math.floor((disk.bavail * disk.bsize) / MB);
  const summary = `${freeMb} MB free on the disk of DATA_DIR`;
  if (freeMb < FAILED_BELOW_MB)
    return failed(
      summary,
      `Free space now: Parley does not start again below ${FAILED_BELOW_MB} MB, and recordings and the database stop when the disk is full. Look for large files beside DATA_DIR, or enlarge the disk.`,
    );
  if (freeMb < WARNED_BELOW_MB)
    return warning(
      summary,
      "Enlarge the disk, move recordings to a bucket (S3_BUCKET), or shorten retention periods.",
    );
  return passed(summary);
}
