// Records in each workspace's audit log that the database was restored from a backup that Parley did not restore itself, such
// as a point-in-time recovery or a volume snapshot. Run it once, right after the restore:
//   npm run audit:restored [-- --backup-made-at 2026-11-24T09:30:00Z]
// Prints one line per workspace. Exit code 1 if a restore was not recorded.
import { parseArgs } from "node:util";
import { z } from "zod";
import { operate, UsageError } from "./operator/operate";
import { recordRestores } from "./operator/record-restores";
import { openCommandSecrets } from "./secrets/open-command-secrets";

const USAGE = "Usage: npm run audit:restored [-- --backup-made-at 2026-11-24T09:30:00Z]";
const BackupTime = z.iso.datetime({ offset: true });

function parseBackupTime(): string | null {
  try {
    const { values } = parseArgs({ options: { "backup-made-at": { type: "string" } } });
    const value = values["backup-made-at"];
    return value === undefined ? null : new Date(BackupTime.parse(value)).toISOString();
  } catch {
    throw new UsageError(USAGE);
  }
}

await operate(async () => {
  const madeAt = parseBackupTime();
  await openCommandSecrets();
  return (await recordRestores("audit:restored", madeAt)).join("\n");
}, "The restore was not recorded. ");
