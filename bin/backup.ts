// Backs up the embedded database with the storage, and the keys apart from it, while Parley runs:
//   npm run backup -- --to /mnt/backups [--passphrase-file …]
import { resolve } from "node:path";
import { backUp } from "@/lib/platform/backup";
import { env } from "@/lib/platform/env";
import { passphraseOf, superuserUrl, typed } from "./backup/settings";
import { Complaint, operate } from "./operator/operate";

const USAGE = "Usage: npm run backup -- --to FOLDER [--passphrase-file FILE]";

async function run(): Promise<string> {
  const { to, "passphrase-file": file } = typed(process.argv.slice(2), USAGE);
  if (to === undefined) throw new Complaint(USAGE);
  const { files, removed } = await backUp({
    adminUrl: superuserUrl(),
    dataDir: env.DATA_DIR,
    to: resolve(to),
    passphrase: passphraseOf(file),
    dataDays: env.BACKUP_DATA_DAYS,
    keyDays: env.BACKUP_KEY_DAYS,
  });
  const bucket = env.S3_BUCKET === undefined ? [] : ["What lies in the bucket of S3_BUCKET is not in it."];
  return [...files, ...bucket, ...removed.map((name) => `Removed ${name}, whose time is over.`)].join("\n");
}

await operate(run, "Nothing was backed up. ");
