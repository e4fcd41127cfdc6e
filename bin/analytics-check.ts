// Counts the calls of every workspace, or of one, anew, and compares with the figures that are kept:
//   npm run analytics:check [-- --workspace ws_… --repair]
// One line each. Exit code 1 where they do not agree (with --repair they do then), 2 when the command was not understood.
import { parseArgs } from "node:util";
import { checkAnalytics } from "@/lib/data/analytics";
import { systemCtx } from "@/lib/platform/context/make";
import { closePool } from "@/lib/platform/db";
import { workspaceIds } from "@/lib/platform/db/plain";

const say = (line: string) => process.stdout.write(`${line}\n`);

async function check(workspaceId: string, repair: boolean): Promise<boolean> {
  const found = await checkAnalytics(systemCtx(workspaceId, "analytics.check"), { repair });
  const agrees = found.differences === 0 && found.wrong_days === 0;
  say(
    agrees
      ? `${workspaceId} agrees with its calls`
      : `${workspaceId} DIFFERS: ${found.differences} figures, ${found.wrong_days} of days${repair ? "; repaired" : ""}`,
  );
  return agrees;
}

function options(): { workspace?: string; repair?: boolean } | null {
  try {
    return parseArgs({ options: { workspace: { type: "string" }, repair: { type: "boolean" } } }).values;
  } catch {
    return null;
  }
}

async function main(): Promise<number> {
  const chosen = options();
  if (chosen === null) {
    say("Usage: npm run analytics:check [-- --workspace ws_… --repair]");
    return 2;
  }
  const ids = await workspaceIds();
  const wanted = ids.filter((id) => chosen.workspace === undefined || id === chosen.workspace);
  if (chosen.workspace !== undefined && wanted.length === 0) {
    say("There is no such workspace.");
    return 2;
  }
  let differing = 0;
  for (const id of wanted) if (!(await check(id, chosen.repair === true))) differing += 1;
  return differing === 0 || chosen.repair === true ? 0 : 1;
}

try {
  process.exitCode = await main();
} finally {
  await closePool();
}
