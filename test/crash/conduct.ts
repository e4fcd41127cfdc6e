import { closePool } from "@/lib/platform/db";
import { brokenIn, mostAtOnce } from "./check";
import { fileClock } from "./clock";
import { openDesk } from "./desk";
import { BEFORE_EDGE_MS, brokenBy, drive, EDGE } from "./drive";
import { lineTo } from "./line";
import { readLog } from "./log";
import { keepWorkers, run } from "./processes";
import { openQueue, surely } from "./queue";
import { makeWorld } from "./world";

/** Fewer than the calls that the workers can place at once, so that it is the cap that limits them. */
const CAP = 4;
/** A long run has as many more slots as it needs to come to its end. */
const LONG = 1_000;
const CAP_LONG = 8;
const WORKERS = 3;
const KILL_MS = 2_000;
/** A run of 2,000 contacts takes some minutes. */
const PROGRESS_MS = 10_000;
/** The clock stands so long before the window's edge while everything is made ready. */
const READY_MS = 3_600_000;

type Plan = {
  contacts: number;
  adminUrl: string;
  log: string;
  clock: string;
  errors: string;
  env: Record<string, string>;
  restart(): Promise<void>;
};

/** Runs a campaign through its faults; answers what is to be printed of it, and whether every promise was kept. */
export async function conduct(plan: Plan): Promise<{ text: string; isKept: boolean }> {
  const startedAt = performance.now();
  const cap = plan.contacts >= LONG ? CAP_LONG : CAP;
  const clock = fileClock(plan.clock);
  const queue = openQueue(plan.adminUrl, plan.clock);
  await queue.prepare();
  await surely(() => queue.carry(Date.parse(EDGE) - READY_MS - Date.now()));
  const callbackServer = await openDesk(clock);
  const carrierArgs = [plan.log, plan.clock, "crash", callbackServer.url, String(cap)];
  const carrier = run("crash-carrier", carrierArgs, plan.env, plan.errors);
  const port = await carrier.said;
  const line = lineTo(Number(port));
  const fixture = await makeWorld(clock, line, { contacts: plan.contacts, cap });
  callbackServer.takes(line, fixture.ctx.workspaceId);
  const workers = keepWorkers(WORKERS, () => run("crash-worker", [port, plan.clock], plan.env, plan.errors));
  await workers.up;
  await surely(() => queue.carry(Date.parse(EDGE) - BEFORE_EDGE_MS - clock.now().getTime()));
  await fixture.launch();
  const killing = setInterval(() => workers.killOne(), KILL_MS);
  const seconds = () => Math.round((performance.now() - startedAt) / 1_000);
  const progress = setInterval(() => {
    const calls = readLog(plan.log).filter(({ event }) => event === "started").length;
    process.stderr.write(
      `${seconds()} s: ${calls} calls to ${plan.contacts} contacts, ${workers.killed()} workers killed\n`,
    );
  }, PROGRESS_MS);
  const result = await drive({ ...plan, queue, fixture, port: Number(port) }).finally(async () => {
    clearInterval(killing);
    clearInterval(progress);
    await workers.stop();
    await carrier.kill();
    await callbackServer.close();
    await closePool();
  });
  const ends = (await queue.describeState(fixture.campaignId)).filter((line) => line.includes('"blocked"'));
  await queue.close();
  const lines = readLog(plan.log);
  const broken = [...brokenBy(result), ...brokenIn(lines, cap)];
  const count = (kind: string) => lines.filter((logLine) => logLine.event === kind).length;
  const text = [
    `${plan.contacts} contacts in ${seconds()} s: ${JSON.stringify(result.state?.contacts)}`,
    ...ends,
    `${result.state?.attempts} attempts, asked for ${count("asked")} times, ${count("started")} calls, at most ${mostAtOnce(lines)} of ${cap} at once`,
    `${workers.killed()} workers killed, ${result.restarts} restarts of the database, ${callbackServer.taken()} callbacks taken, ${count("left_alone")} left alone, ${result.waitingAtEdge} waited while the window was closed, the clock was carried ${result.carried} times`,
    ...broken.slice(0, 20),
    broken.length === 0 ? "Every promise was kept." : `${broken.length} promises were broken.`,
    "",
  ].join("\n");
  return { text, isKept: broken.length === 0 };
}
