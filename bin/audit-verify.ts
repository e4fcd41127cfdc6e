// Verifies the audit log of every workspace, or of one, against the database and the signed heads stored outside it:
//   npm run audit:verify [-- --workspace ws_… --heads-before 2026-11-24T09:30:00Z --require-heads]
// --heads-before ignores heads that were signed at that time or later: a restored copy lacks the newest entries.
// --require-heads fails if no signed head is stored on this machine: without one, a log that was rewritten as a whole looks valid.
// Prints one line per workspace, and one for each fault and each restore from a backup. Exit code 1 if a log is not valid, 2 for wrong usage.
import { parseArgs } from "node:util";
import { hasSignedHeads, verifyAudit } from "@/lib/platform/audit";
import { closePool, reader } from "@/lib/platform/db";
import { workspaceIds } from "@/lib/platform/db/plain";
import { describeFaults } from "./operator/describe-faults";
import { describeReplaced } from "./operator/describe-restore";
import { openCommandSecrets } from "./secrets/open-command-secrets";

const say = (line: string) => process.stdout.write(`${line}\n`);

type Options = { workspace?: string; headsBefore?: string; isAnchored: boolean };

async function verify(workspaceId: string, { headsBefore }: Options): Promise<boolean> {
  const tenant = { workspaceId, db: reader(workspaceId) };
  const verdict = await verifyAudit(tenant, headsBefore === undefined ? {} : { headsBefore });
  const { valid, entries, head, faults, fault_count, restores } = verdict;
  if (valid)
    say(
      `${workspaceId} valid, ${entries} entries, head ${head?.hash ?? "none"}, last entry ${head?.at ?? "none"}`,
    );
  else say(`${workspaceId} NOT VALID, ${fault_count === 1 ? "1 fault" : `${fault_count} faults`}`);
  for (const line of describeFaults(faults, fault_count)) say(`  ${line}`);
  for (const { at, backup_made_at, kept_seq, replaced_seq } of restores)
    say(
      `  restored from a backup of ${backup_made_at ?? "an unknown time"}, recorded ${at}: ${describeReplaced(kept_seq, replaced_seq)}`,
    );
  return valid;
}

function parseOptions(): Options | null {
  try {
    const {
      workspace,
      "heads-before": headsBefore,
      "require-heads": isAnchored,
    } = parseArgs({
      options: {
        workspace: { type: "string" },
        "heads-before": { type: "string" },
        "require-heads": { type: "boolean", default: false },
      },
    }).values;
    if (headsBefore !== undefined && Number.isNaN(Date.parse(headsBefore))) return null;
    return {
      isAnchored,
      ...(workspace !== undefined && { workspace }),
      ...(headsBefore !== undefined && { headsBefore }),
    };
  } catch {
    return null;
  }
}

async function main(): Promise<number> {
  const options = parseOptions();
  if (options === null) {
    say(
      "Usage: npm run audit:verify [-- --workspace ws_… --heads-before 2026-11-24T09:30:00Z --require-heads]",
    );
    return 2;
  }
  const ids = await workspaceIds();
  const selected = ids.filter((id) => options.workspace === undefined || id === options.workspace);
  if (options.workspace !== undefined && selected.length === 0) {
    say("No workspace has this ID.");
    return 2;
  }
  if (selected.length === 0) {
    say("The database has no workspace, so nothing was verified.");
    return 1;
  }
  if (options.isAnchored && !(await hasSignedHeads())) {
    say("DATA_DIR/audit/heads.jsonl has no signed head. Check that DATA_DIR is that of the installation.");
    return 1;
  }
  await openCommandSecrets();
  let bad = 0;
  for (const id of selected) if (!(await verify(id, options))) bad += 1;
  return bad === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} finally {
  await closePool();
}
