// Inserts calls of the last sixty days into a workspace, so that charts have points and a previous period.
//   node dist/e2e/call-history.js <workspace> <agent>
import { historyOf, insertCampaign } from "@/lib/data/analytics/testing/history";
import { closePool } from "@/lib/platform/db";

const DAY_MS = 86_400_000;
const DAYS = 60;
const CALLS = 300;
/** Numbers that are this far apart spread over all days. It has no common divisor with the number of calls. */
const STRIDE = 7;

const [workspaceId = "", agent = ""] = process.argv.slice(2);
const history = historyOf({
  workspaceId,
  campaignId: await insertCampaign(workspaceId, agent),
  agents: [agent],
  startMs: Date.now() - DAYS * DAY_MS,
  spanMs: DAYS * DAY_MS,
});
const numbers = Array.from({ length: CALLS }, (_, n) => n * STRIDE);
for (const n of numbers) await history.begin(n);
for (const n of numbers) await history.end(n);
for (const n of numbers) await history.settle(n);
await closePool();
