// Backs up the embedded database with the storage, and the keys in a separate file, while Parley runs:
//   npm run backup -- --to /mnt/backups [--passphrase-file …]
import { resolve } from "node:path";
import { createBackup } from "@/lib/platform/backup";
import { env } from "@/lib/platform/env";
import { parseBackupOptions, readPassphrase, superuserUrl } from "./backup/settings";
import { operate, UsageError } from "./operator/operate";

const USAGE = "Usage: npm run backup -- --to FOLDER [--passphrase-file FILE]";

async function run(): Promise<string> {
  const { to, "passphrase-file": file } = parseBackupOptions(process.argv.slice(2), USAGE);
  if (to === undefined) throw new UsageError(USAGE);
  const { files, removed } = await createBackup({
    adminUrl: superuserUrl(),
    dataDir: env.DATA_DIR,
    folder: resolve(to),
    passphrase: readPassphrase(file),
    dataDays: env.BACKUP_DATA_DAYS,
    keyDays: env.BACKUP_KEY_DAYS,
  });
  const bucket =
    env.S3_BUCKET === undefined ? [] : ["The backup does not include the objects in the bucket S3_BUCKET."];
  return [
    ...files,
    ...bucket,
    ...removed.map((name) => `Removed ${name}: its retention period is over.`),
  ].join("\n");
}

await operate(run, "No backup was made. ");
