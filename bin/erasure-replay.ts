// Repeats erasures after an older backup of the database was restored. It schedules every erasure made since the backup,
// by the receipts in DATA_DIR/erasures; the worker runs them.
//   npm run erasure:replay
// Exit code 1 if a receipt cannot be read.

import { replayErasures } from "@/lib/data/erasure";
import { operatorCtx } from "@/lib/platform/context/make";
import { closePool } from "@/lib/platform/db";
import { openCommandSecrets } from "./secrets/open-command-secrets";

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  await openCommandSecrets();
  const { repeated, done, unreadable, workspaces } = await replayErasures((id) =>
    operatorCtx(id, "erasure:replay"),
  );
  say(`The worker erases ${repeated} numbers again; ${done} are already erased in the database.`);
  if (workspaces > 0) say(`The worker deletes ${workspaces} workspaces again.`);
  if (unreadable > 0) {
    say(`${unreadable} receipts cannot be read. Check that secrets/root.key is the key they were made with.`);
    process.exitCode = 1;
  }
} finally {
  await closePool();
}
