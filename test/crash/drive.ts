import { setTimeout as pause } from "node:timers/promises";
import { readContact, suppressContact } from "@/lib/contacts/contacts";
import { writeLine } from "./log";
import type { Queue, Stands } from "./queue";
import type { World } from "./world";

const LOOK_MS = 150;
/** Looks in a row at which nothing happens and nothing is due: then time is carried to what is. */
const QUIET_LOOKS = 3;
/** The run begins on a Monday, some seconds before its window closes at six in New York, so that it does while people are called. */
export const EDGE = "2026-11-23T23:00:00.000Z";
export const BEFORE_EDGE_MS = 6_000;
/** How far the clock is carried behind the edge, and how long nobody may be called then. */
const BEHIND_EDGE_MS = 10 * 60_000;
const CLOSED_MS = 3_000;
/** Where the database is restarted: shares of the contacts who have been tried. */
const RESTARTS = [0.3, 0.7];
/**
 * Time that may pass at once while an attempt is under way, while somebody is forgotten, or where nothing is due at all:
 * then it is what comes by the clock that goes on, which in life is each few minutes.
 */
const SWEEP_MS = 5 * 60_000;
/** One number of so many asks to be left alone. */
const EACH_LEFT_ALONE = 25;
/**
 * A run hangs in which no contact, attempt or call has moved for so many looks: a minute and a half, and the longer the
 * busier the machine is, as each look asks the database.
 */
const STUCK_LOOKS = 600;

type Told = {
  stands: Stands | null;
  restarts: number;
  heldAtEdge: number;
  carried: number;
  /** How often somebody who could be called was not, until the sweep. */
  forgotten: number;
  /** What somebody needs who asks why the run hung. */
  stuck: readonly string[] | null;
};
type Given = {
  contacts: number;
  log: string;
  queue: Queue;
  world: World;
  /** Where the carrier is asked. */
  port: number;
  restart(): Promise<void>;
};
type Going = Given & { told: Told; alone: number; quiet: number; edge: "ahead" | "passed" };

async function callsGoingOn({ port }: Given): Promise<number> {
  const body = JSON.stringify({ do: "busy" });
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body });
  return ((await response.json()) as { busy: number }).busy;
}

/** Whether nothing is due and nobody is spoken to, for some looks in a row. */
async function isQuiet(going: Going, { locked, due }: Stands): Promise<boolean> {
  const nothing = locked + due === 0 && (await callsGoingOn(going)) === 0;
  going.quiet = nothing ? going.quiet + 1 : 0;
  return going.quiet >= QUIET_LOOKS;
}

async function leaveAlone({ log, world, queue, alone }: Going): Promise<void> {
  const id = await queue.waiting(world.campaignId, alone);
  if (id === undefined) return;
  const { phone } = await readContact(world.ctx, id);
  await suppressContact(world.ctx, id, { channels: ["call", "text"], reason: "asked to be left alone" });
  writeLine(log, { what: "left_alone", at: world.ctx.now(), to: phone });
}

/** What goes wrong at this stage of the run; true where it took a while, and things stand otherwise now. */
async function goWrong(going: Going, { tried }: Stands): Promise<boolean> {
  const { contacts, told, restart } = going;
  if (tried / contacts >= (RESTARTS[told.restarts] ?? Number.POSITIVE_INFINITY)) {
    told.restarts += 1;
    await restart();
    return true;
  }
  if (tried < (going.alone + 1) * EACH_LEFT_ALONE) return false;
  going.alone += 1;
  // The database may just be away.
  await leaveAlone(going).catch(() => undefined);
  return true;
}

/** The window has closed: time passes to where nothing is on its way any more, and whoever waits still waits then. */
async function passEdge(going: Going, { contacts }: Stands): Promise<void> {
  const { queue, told } = going;
  if (!(await queue.carry(BEHIND_EDGE_MS))) return;
  going.edge = "passed";
  told.heldAtEdge = contacts.held ?? 0;
  await pause(CLOSED_MS);
}

/** Carries the clock to what is due next, once nothing happens any more. */
async function passTime(going: Going, stands: Stands): Promise<void> {
  const { queue, world, told } = going;
  if (!(await isQuiet(going, stands))) return;
  going.quiet = 0;
  if (going.edge === "ahead") {
    const toEdgeMs = Date.parse(EDGE) - Date.parse(world.ctx.now());
    if (toEdgeMs < 0) return passEdge(going, stands);
  }
  const forgotten = stands.forgotten > 0 && stands.open === 0;
  if (forgotten) told.forgotten += 1;
  const nextMs = stands.next_ms ?? SWEEP_MS;
  if (await queue.carry(stands.open > 0 || forgotten ? Math.min(nextMs, SWEEP_MS) : nextMs))
    told.carried += 1;
}

/** What shows that a run goes on. */
const moved = ({ campaign, contacts, attempts, open, tried }: Stands): string =>
  JSON.stringify([campaign, contacts, attempts, open, tried]);

/** Lets the faults happen, and time pass where nothing else does, until nobody waits any more or nothing moves. */
export async function drive(given: Given): Promise<Told> {
  const { queue, world } = given;
  const told: Told = { stands: null, restarts: 0, heldAtEdge: 0, carried: 0, forgotten: 0, stuck: null };
  const going: Going = { ...given, told, alone: 0, quiet: 0, edge: "ahead" };
  let [last, looks] = ["", 0];
  for (;;) {
    await pause(LOOK_MS);
    looks += 1;
    if (looks > STUCK_LOOKS) return { ...told, stuck: await queue.why(world.campaignId) };
    const stands = await queue.stands(world.campaignId);
    if (stands === null) continue;
    told.stands = stands;
    if (moved(stands) !== last) [last, looks] = [moved(stands), 0];
    const { campaign, open, locked, due } = stands;
    if (campaign !== "running" && open === 0 && locked + due === 0) return told;
    if (!(await goWrong(going, stands))) await passTime(going, stands);
  }
}

const WAITING = ["pending", "active", "held"];

/** What the tables show of broken promises, and what of the run would show nothing. */
export function brokenBy({ stands, restarts, heldAtEdge, forgotten, stuck }: Told): string[] {
  const left = Object.entries(stands?.contacts ?? {}).filter(([status]) => WAITING.includes(status));
  return [
    ...(stuck === null ? [] : [`Nothing has moved for ${STUCK_LOOKS} looks. ${stuck.join("\n  ")}`]),
    ...(left.length > 0 ? [`Contacts are in no final state: ${JSON.stringify(left)}.`] : []),
    ...(stands?.campaign === "completed" ? [] : [`The campaign is ${stands?.campaign}.`]),
    ...(stands?.open === 0 ? [] : [`${stands?.open} attempts hold a slot or a contact.`]),
    ...(forgotten === 0 ? [] : [`${forgotten} times nobody was called who could be, until the sweep.`]),
    ...(heldAtEdge > 0 ? [] : ["Nobody waited while the window was closed, which then shows nothing."]),
    ...(restarts === RESTARTS.length ? [] : ["The database was restarted too rarely."]),
  ];
}
