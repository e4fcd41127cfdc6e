// Verifies the audit log of every workspace, or of one, against the database and the signed heads outside it:
//   npm run audit:verify [-- --workspace ws_…]
// One line each. Exit code 1 when one is not whole, 2 when the command was not understood.
import { parseArgs } from "node:util";
import { verifyAudit } from "@/lib/platform/audit";
import { closePool, reader } from "@/lib/platform/db";
import { workspaceIds } from "@/lib/platform/db/plain";

const say = (line: string) => process.stdout.write(`${line}\n`);

async function verify(workspaceId: string): Promise<boolean> {
  const { valid, entries, head, first_bad } = await verifyAudit({ workspaceId, db: reader(workspaceId) });
  if (valid) say(`${workspaceId} valid, ${entries} entries, head ${head?.hash ?? "none"}`);
  else
    say(
      `${workspaceId} NOT VALID, entry ${first_bad?.seq} (${first_bad?.id ?? "missing"}): ${first_bad?.problem}`,
    );
  return valid;
}

function options(): { workspace?: string } | null {
  try {
    return parseArgs({ options: { workspace: { type: "string" } } }).values;
  } catch {
    return null;
  }
}

async function main(): Promise<number> {
  const chosen = options();
  if (chosen === null) {
    say("Usage: npm run audit:verify [-- --workspace ws_…]");
    return 2;
  }
  const ids = await workspaceIds();
  const wanted = ids.filter((id) => chosen.workspace === undefined || id === chosen.workspace);
  if (chosen.workspace !== undefined && wanted.length === 0) {
    say("There is no such workspace.");
    return 2;
  }
  let bad = 0;
  for (const id of wanted) if (!(await verify(id))) bad += 1;
  return bad === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} finally {
  await closePool();
}
