// Restores a backup into the embedded database while Parley is stopped, records the restore in the audit logs, and schedules
// the erasures since the backup to run again:
//   npm run restore -- --data FILE [--keys FILE] [--passphrase-file …] [--overwrite]
import { resolve } from "node:path";
import { replayErasures } from "@/lib/data/erasure";
import { findKeyBackup, restoreBackup } from "@/lib/platform/backup";
import { operatorCtx } from "@/lib/platform/context/make";
import { env } from "@/lib/platform/env";
import { parseBackupOptions, readPassphrase, superuserUrl } from "./backup/settings";
import { operate, UsageError } from "./operator/operate";
import { recordRestores } from "./operator/record-restores";
import { openCommandSecrets } from "./secrets/open-command-secrets";

const USAGE =
  "Usage: npm run restore -- --data FILE [--keys FILE] [--passphrase-file FILE] [--overwrite]\nWithout --keys, the first key backup made after the data backup in the same folder is used.";

async function run(): Promise<string> {
  const values = parseBackupOptions(process.argv.slice(2), USAGE);
  if (values.data === undefined) throw new UsageError(USAGE);
  const data = resolve(values.data);
  const keys = values.keys === undefined ? await findKeyBackup(data) : resolve(values.keys);
  if (keys === undefined)
    throw new UsageError(
      "The folder has no key backup that is newer than the data backup. Choose one with --keys.",
    );
  const { madeAt } = await restoreBackup({
    adminUrl: superuserUrl(),
    dataDir: env.DATA_DIR,
    data,
    keys,
    passphrase: readPassphrase(values["passphrase-file"]),
    overwrite: values.overwrite === true,
  });
  await openCommandSecrets();
  const { repeated, unreadable } = await replayErasures((id) => operatorCtx(id, "restore"));
  return [
    `Restored the backup of ${madeAt}.`,
    `Numbers erased since then: ${repeated}. The worker erases them again after Parley starts.`,
    ...(unreadable > 0
      ? [`Unreadable receipts in ${env.DATA_DIR}/erasures: ${unreadable}. Repeat those erasures by hand.`]
      : []),
    ...(await recordRestores("restore", madeAt)),
  ].join("\n");
}

await operate(run, "No backup was restored. ");
