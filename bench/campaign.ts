// Campaigns at size: decisions, claims and dispatch over a million contacts.
//   npm run bench:campaign [-- --contacts 1000000 --attempts 100000]
// Prints a table, and ends with 1 where a figure is missed.
import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { bundle } from "../scripts/build.mjs";
import { openEmptyDatabase, prepareDatabase } from "./empty-database";

const { values } = parseArgs({
  options: {
    contacts: { type: "string", default: "1000000" },
    attempts: { type: "string", default: "100000" },
  },
});
const contacts = Number(values.contacts);
const attempts = Number(values.attempts);

/** Bounds of this bench, from the requirements for outreach. */
const DECISIONS_PER_S = 5_000;
/** Memory at the end is at most this many times that after the first fifth. */
const FLAT_TIMES = 1.25;
const CAMPAIGNS = 10;
const CAP = 50;
const WORKERS = 4;
/** Campaigns of a claim, and as many contacts as one step looks at. */
const CLAIMS = 8;
const CLAIMED_AT_ONCE = 500;

const say = (line: string) => process.stderr.write(`${line}\n`);
const database = await openEmptyDatabase("campaign");
const { folder } = database;
const adminUrl = database.superuserUrl;

/** A time zone in which it is about noon now, so that all contacts are within their calling hours. */
function zoneOfNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  return ahead === 0 ? "Etc/GMT" : `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
}

async function main(): Promise<boolean> {
  const { launch, makeBench, newCampaign, putAway, seedReachable, seedSet } = await import("./campaign/seed");
  const { measureClaims, measureDecisions, measureDispatch } = await import("./campaign/measure");
  const { startWorker } = await import("./campaign/processes");
  const { report } = await import("./campaign/report");
  const { closePool } = await import("@/lib/platform/db");

  await prepareDatabase(database);
  await bundle({ "bench-campaign-worker": "bench/campaign/worker.ts" });
  const { ctx, agentId } = await makeBench();
  const claimed = 2 * CLAIMS * CLAIMED_AT_ONCE;
  say(`Seeding ${contacts} contacts, ${attempts + claimed} of them to be reached`);
  const reachable = await seedReachable(ctx, attempts + claimed);
  const campaigns = new Map<string, string[]>();
  const make = async (count: number, cap: number, each: number) => {
    const ids: string[] = [];
    for (let n = 0; n < count; n++) {
      const id = await newCampaign(ctx, agentId, cap);
      campaigns.set(id, reachable.splice(0, each));
      ids.push(id);
    }
    return ids;
  };
  const single = await make(CLAIMS, CLAIMED_AT_ONCE, CLAIMED_AT_ONCE);
  const four = await make(CLAIMS, CLAIMED_AT_ONCE, CLAIMED_AT_ONCE);
  const dispatched = await make(CAMPAIGNS, CAP, Math.ceil(attempts / CAMPAIGNS));
  const remaining = Math.max(contacts - attempts - claimed, 0);
  await seedSet(adminUrl, ctx, { remaining, zone: zoneOfNoon(), campaigns });

  say("Deciding");
  const decisions = await measureDecisions(ctx, contacts);
  say(`Claiming (${Math.round(decisions.perS)} decisions a second)`);
  const workers = await Promise.all(Array.from({ length: WORKERS }, startWorker));
  for (const id of [...single, ...four]) await launch(ctx, id);
  const byOne = await measureClaims(ctx, workers.slice(0, 1), single);
  const byFour = await measureClaims(ctx, workers, four);
  say(`Dispatching (claimed ${Math.round(byOne)} a second by one worker, ${Math.round(byFour)} by four)`);
  await putAway(adminUrl, [...single, ...four]);
  for (const id of dispatched) await launch(ctx, id);
  const dispatch = await measureDispatch(adminUrl, workers, dispatched, say);
  await Promise.all(workers.map((worker) => worker.stop()));
  await closePool();
  const { text, isWithinBounds } = report(
    { contacts, decisions, byOne, byFour, dispatch, cap: CAP },
    {
      decisionsPerS: DECISIONS_PER_S,
      flatTimes: FLAT_TIMES,
      attempts,
    },
  );
  process.stdout.write(text);
  return isWithinBounds;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
