// After an older backup of the database was restored: asks for everything to be erased again that had been erased since,
// by the receipts in DATA_DIR/erasures. The worker does it as soon as it runs.
//   npm run erasure:replay
// Exit code 1 where a receipt cannot be read.

import { replayErasures } from "@/lib/data/erasure";
import { operatorCtx } from "@/lib/platform/context/make";
import { closePool } from "@/lib/platform/db";

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const { again, done, unreadable, workspaces } = await replayErasures((id) =>
    operatorCtx(id, "erasure:replay"),
  );
  say(`${again} numbers are erased again by the worker; of ${done} the database knows already.`);
  if (workspaces > 0) say(`${workspaces} workspaces that were deleted are destroyed again by the worker.`);
  if (unreadable > 0) {
    say(`${unreadable} receipts cannot be read: is secrets/root.key the one of their time?`);
    process.exitCode = 1;
  }
} finally {
  await closePool();
}
