// Recounts the calls of every workspace, or of one, and compares the result with the stored figures:
//   npm run analytics:check [-- --workspace ws_… --repair]
// Prints one line per workspace. Exit code 1 if figures differ and were not repaired, 2 for wrong usage.
import { parseArgs } from "node:util";
import { checkAnalytics } from "@/lib/data/analytics";
import { systemCtx } from "@/lib/platform/context/make";
import { closePool } from "@/lib/platform/db";
import { workspaceIds } from "@/lib/platform/db/plain";

const say = (line: string) => process.stdout.write(`${line}\n`);

async function check(workspaceId: string, repair: boolean): Promise<boolean> {
  const result = await checkAnalytics(systemCtx(workspaceId, "analytics.check"), { repair });
  const agrees = result.differences === 0 && result.wrong_days === 0;
  say(
    agrees
      ? `${workspaceId} matches its calls`
      : `${workspaceId} DIFFERS in ${result.differences} figures and ${result.wrong_days} daily figures${repair ? "; repaired" : ""}`,
  );
  return agrees;
}

function parseOptions(): { workspace?: string; repair?: boolean } | null {
  try {
    return parseArgs({ options: { workspace: { type: "string" }, repair: { type: "boolean" } } }).values;
  } catch {
    return null;
  }
}

async function main(): Promise<number> {
  const options = parseOptions();
  if (options === null) {
    say("Usage: npm run analytics:check [-- --workspace ws_… --repair]");
    return 2;
  }
  const ids = await workspaceIds();
  const selected = ids.filter((id) => options.workspace === undefined || id === options.workspace);
  if (options.workspace !== undefined && selected.length === 0) {
    say("No workspace has this ID.");
    return 2;
  }
  let differing = 0;
  for (const id of selected) if (!(await check(id, options.repair === true))) differing += 1;
  return differing === 0 || options.repair === true ? 0 : 1;
}

try {
  process.exitCode = await main();
} finally {
  await closePool();
}
