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
export async function conduct(plan: Plan): Promise<{ text: string; kept: boolean }> {
  const began = performance.now();
  const cap = plan.contacts >= LONG ? CAP_LONG : CAP;
  const clock = fileClock(plan.clock);
  const queue = openQueue(plan.adminUrl, plan.clock);
  await queue.prepare();
  await surely(() => queue.carry(Date.parse(EDGE) - READY_MS - Date.now()));
  const desk = await openDesk(clock);
  const given = [plan.log, plan.clock, "crash", desk.url, String(cap)];
  const carrier = run("crash-carrier", given, plan.env, plan.errors);
  const port = await carrier.said;
  const line = lineTo(Number(port));
  const world = await makeWorld(clock, line, { contacts: plan.contacts, cap });
  desk.takes(line, world.ctx.workspaceId);
  const workers = keepWorkers(WORKERS, () => run("crash-worker", [port, plan.clock], plan.env, plan.errors));
  await workers.up;
  await surely(() => queue.carry(Date.parse(EDGE) - BEFORE_EDGE_MS - clock.now().getTime()));
  await world.launch();
  const killing = setInterval(() => workers.killOne(), KILL_MS);
  const told = await drive({ ...plan, queue, world, port: Number(port) }).finally(async () => {
    clearInterval(killing);
    await workers.stop();
    await carrier.kill();
    await desk.close();
    await closePool();
  });
  const ends = (await queue.why(world.campaignId)).filter((line) => line.includes('"blocked"'));
  await queue.close();
  const lines = readLog(plan.log);
  const broken = [...brokenBy(told), ...brokenIn(lines, cap)];
  const count = (what: string) => lines.filter((one) => one.what === what).length;
  const text = [
    `${plan.contacts} contacts in ${Math.round((performance.now() - began) / 1_000)} s: ${JSON.stringify(told.stands?.contacts)}`,
    ...ends,
    `${told.stands?.attempts} attempts, asked for ${count("asked")} times, ${count("started")} calls, at most ${mostAtOnce(lines)} of ${cap} at once`,
    `${workers.killed()} workers killed, ${told.restarts} restarts of the database, ${desk.taken()} callbacks taken, ${count("left_alone")} left alone, ${told.heldAtEdge} waited while the window was closed, the clock was carried ${told.carried} times`,
    ...broken.slice(0, 20),
    broken.length === 0 ? "Every promise was kept." : `${broken.length} promises were broken.`,
    "",
  ].join("\n");
  return { text, kept: broken.length === 0 };
}
