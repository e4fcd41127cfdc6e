import { setTimeout as pause } from "node:timers/promises";
import { readContact, suppressContact } from "@/lib/contacts";
import { closePool } from "@/lib/db";
import { brokenIn, mostAtOnce, ON_ITS_WAY_MS } from "./check";
import { fileClock } from "./clock";
import { openDesk } from "./desk";
import { lineTo } from "./line";
import { readLog, writeLine } from "./log";
import { keepWorkers, run } from "./processes";
import { type Look, openQueue, type Queue, type Stands } from "./queue";
import { makeWorld, type World } from "./world";

const CAP = 6;
const WORKERS = 3;
const KILL_MS = 2_000;
const LOOK_MS = 200;
/** Looks in a row at which nothing happens and nothing is due: then time is carried to what is. */
const QUIET_LOOKS = 3;
/** The run begins on a Monday at four in the afternoon in New York, and its window closes at six. */
const START = "2026-11-23T21:00:00.000Z";
const EDGE = "2026-11-23T23:00:00.000Z";
/** How long before the edge the clock is carried, so that it ticks over while people are called. */
const BEFORE_EDGE_MS = 2_500;
/** What the campaign may still call then is waited for longer than a call is on its way. */
const CLOSED_MS = ON_ITS_WAY_MS + 4_000;
/** Where the database is restarted: shares of the contacts who have been tried. */
const RESTARTS = [0.3, 0.7];
/**
 * Time that may pass at once while an attempt is under way, or where nothing is due at all: then it is what comes by the
 * clock that goes on, which in life is each few minutes.
 */
const SWEEP_MS = 5 * 60_000;
/** One number of so many asks to be left alone. */
const EACH_LEFT_ALONE = 25;
/** A run that takes this long hangs; a contact takes some tenths of a second on a slow machine. */
const LIMIT_MS = 240_000;
const LIMIT_MS_PER_CONTACT = 800;
const WAITING = ["pending", "active", "held"];

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
  const clock = fileClock(plan.clock);
  const queue = openQueue(plan.adminUrl, plan.clock);
  await queue.prepare();
  await queue.carry(Date.parse(START) - Date.now());
  const desk = await openDesk(clock);
  const carrier = run("crash-carrier", [plan.log, plan.clock, "crash", desk.url], plan.env, plan.errors);
  const port = await carrier.said;
  const line = lineTo(Number(port));
  const world = await makeWorld(clock, line, { contacts: plan.contacts, cap: CAP });
  desk.takes(line, world.ctx.workspaceId);
  const workers = keepWorkers(WORKERS, () => run("crash-worker", [port, plan.clock], plan.env, plan.errors));
  const killing = setInterval(() => workers.killOne(), KILL_MS);
  const told = await drive(plan, queue, world, Number(port)).finally(async () => {
    clearInterval(killing);
    await workers.stop();
    await carrier.kill();
    await desk.close();
    await closePool();
  });
  const lines = readLog(plan.log);
  const broken = [...brokenBy(told), ...brokenIn(lines, CAP)];
  const count = (what: string) => lines.filter((one) => one.what === what).length;
  const text = [
    `${plan.contacts} contacts in ${Math.round((performance.now() - began) / 1_000)} s: ${JSON.stringify(told.stands?.contacts)}`,
    `${told.stands?.attempts} attempts, asked for ${count("asked")} times, ${count("started")} calls, at most ${mostAtOnce(lines)} of ${CAP} at once`,
    `${workers.killed()} workers killed, ${told.restarts} restarts of the database, ${desk.taken()} callbacks taken, ${count("left_alone")} left alone, ${told.heldAtEdge} waited while the window was closed, the clock was carried ${told.carried} times`,
    ...broken.slice(0, 20),
    broken.length === 0 ? "Every promise was kept." : `${broken.length} promises were broken.`,
    "",
  ].join("\n");
  return { text, kept: broken.length === 0 };
}

type Told = {
  stands: Stands | null;
  restarts: number;
  heldAtEdge: number;
  carried: number;
};
/** A run as it goes on: how many asked to be left alone, for how many looks nothing happened, where the edge is. */
type Going = {
  plan: Plan;
  queue: Queue;
  world: World;
  port: number;
  told: Told;
  alone: number;
  quiet: number;
  edge: "ahead" | "near" | "passed";
};

/** Nobody is spoken to, and nothing is due. */
async function isQuiet({ port }: Going, look: Look): Promise<boolean> {
  if (look.locked + look.due > 0) return false;
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: "POST",
    body: JSON.stringify({ do: "busy" }),
  });
  return ((await response.json()) as { busy: number }).busy === 0;
}

async function leaveAlone({ plan, world, queue, alone }: Going): Promise<void> {
  const id = await queue.waiting(world.campaignId, alone);
  if (id === undefined) return;
  const { phone } = await readContact(world.ctx, id);
  await suppressContact(world.ctx, id, { channels: ["call", "text"], reason: "asked to be left alone" });
  writeLine(plan.log, { what: "left_alone", at: world.ctx.now(), to: phone });
}

/** What goes wrong at this stage of the run; true where it took a while, and things stand otherwise now. */
async function goWrong(going: Going, { tried, contacts }: Stands): Promise<boolean> {
  const { plan, told, world } = going;
  if (tried / plan.contacts >= (RESTARTS[told.restarts] ?? Number.POSITIVE_INFINITY)) {
    told.restarts += 1;
    await plan.restart();
    return true;
  }
  if (tried >= (going.alone + 1) * EACH_LEFT_ALONE) {
    going.alone += 1;
    // The database may just be away.
    await leaveAlone(going).catch(() => undefined);
  }
  if (going.edge !== "near" || world.ctx.now() <= EDGE) return false;
  going.edge = "passed";
  const { pending = 0, held = 0 } = contacts;
  told.heldAtEdge = pending + held;
  await pause(CLOSED_MS);
  return true;
}

/** Carries the clock to what is due next, or to the window's edge, once nothing happens any more. */
async function passTime(
  going: Going,
  look: Look,
  { open, contacts: { pending = 0 } }: Stands,
): Promise<void> {
  const { queue, world, told } = going;
  going.quiet = going.edge !== "near" && (await isQuiet(going, look)) ? going.quiet + 1 : 0;
  if (going.quiet < QUIET_LOOKS) return;
  going.quiet = 0;
  const toEdgeMs = Date.parse(EDGE) - BEFORE_EDGE_MS - Date.parse(world.ctx.now());
  const atEdge = going.edge === "ahead" && pending === 0 && toEdgeMs > 0;
  const nextMs = look.next_ms ?? SWEEP_MS;
  if (!(await queue.carry(atEdge ? toEdgeMs : open > 0 ? Math.min(nextMs, SWEEP_MS) : nextMs))) return;
  told.carried += 1;
  if (atEdge) going.edge = "near";
}

/** Lets the faults happen, and time pass where nothing else does, until nobody waits any more. */
async function drive(plan: Plan, queue: Queue, world: World, port: number): Promise<Told> {
  const until = performance.now() + LIMIT_MS + plan.contacts * LIMIT_MS_PER_CONTACT;
  const told: Told = { stands: null, restarts: 0, heldAtEdge: 0, carried: 0 };
  const going: Going = { plan, queue, world, port, told, alone: 0, quiet: 0, edge: "ahead" };
  while (performance.now() < until) {
    await pause(LOOK_MS);
    const [look, stands] = [await queue.look(), await queue.stands(world.campaignId)];
    if (look === null || stands === null) continue;
    told.stands = stands;
    if (stands.campaign !== "running" && stands.open === 0 && look.locked + look.due === 0) break;
    if (!(await goWrong(going, stands))) await passTime(going, look, stands);
  }
  return told;
}

/** What the tables show of broken promises, and what of the run would show nothing. */
function brokenBy({ stands, restarts, heldAtEdge }: Told): string[] {
  const left = Object.entries(stands?.contacts ?? {}).filter(([status]) => WAITING.includes(status));
  return [
    ...(left.length > 0 ? [`Contacts are in no final state: ${JSON.stringify(left)}.`] : []),
    ...(stands?.campaign === "completed" ? [] : [`The campaign is ${stands?.campaign}.`]),
    ...(stands?.open === 0 ? [] : [`${stands?.open} attempts hold a slot or a contact.`]),
    ...(heldAtEdge > 0 ? [] : ["Nobody waited while the window was closed, which then shows nothing."]),
    ...(restarts === RESTARTS.length ? [] : ["The database was restarted too rarely."]),
  ];
}
