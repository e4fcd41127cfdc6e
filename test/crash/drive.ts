import { setTimeout as pause } from "node:timers/promises";
import { readContact, suppressContact } from "@/lib/contacts/contacts";
import { writeLine } from "./log";
import type { CampaignState, Queue } from "./queue";
import type { CrashFixture } from "./world";

const LOOK_MS = 150;
/** Looks in a row at which nothing happens and nothing is due: then time is carried to what is. */
const QUIET_LOOKS = 3;
/** The run begins on a Monday, some seconds before its window closes at six in New York, so that it does while people are called. */
export const EDGE = "2026-11-23T23:00:00.000Z";
export const BEFORE_EDGE_MS = 6_000;
/** How far the clock moves past the window's end, and how long no contact may be called then. */
const BEHIND_EDGE_MS = 10 * 60_000;
const CLOSED_MS = 3_000;
/** Where the database is restarted: shares of the contacts who have been tried. */
const RESTARTS = [0.3, 0.7];
/**
 * Steps by which the clock advances while an attempt is in progress, while a contact is overdue, or while nothing is due. In
 * the last case only scheduled jobs run, which in production run every few minutes.
 */
const SWEEP_MS = 5 * 60_000;
/** One in this many numbers opts out. */
const EACH_LEFT_ALONE = 25;
/**
 * A run hangs in which no contact, attempt or call has moved for so many looks: a minute and a half, and the longer the
 * busier the machine is, as each look asks the database.
 */
const STUCK_LOOKS = 600;

type RunResult = {
  state: CampaignState | null;
  restarts: number;
  /** Contacts who waited when the window had closed. */
  waitingAtEdge: number;
  carried: number;
  /** Number of callable contacts that were only called after the sweep. */
  forgotten: number;
  /** Details of a hanging run. */
  stuck: readonly string[] | null;
};
type RunOptions = {
  contacts: number;
  log: string;
  queue: Queue;
  fixture: CrashFixture;
  /** Where the carrier is asked. */
  port: number;
  restart(): Promise<void>;
};
type Going = RunOptions & { result: RunResult; optOutCount: number; quiet: number; edge: "ahead" | "passed" };

async function callsGoingOn({ port }: RunOptions): Promise<number> {
  const body = JSON.stringify({ do: "busy" });
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body });
  return ((await response.json()) as { busy: number }).busy;
}

/** Whether nothing is due and no call is in progress, for several consecutive checks. */
async function isQuiet(going: Going, { locked, due }: CampaignState): Promise<boolean> {
  const isIdle = locked + due === 0 && (await callsGoingOn(going)) === 0;
  going.quiet = isIdle ? going.quiet + 1 : 0;
  return going.quiet >= QUIET_LOOKS;
}

async function leaveAlone({ log, fixture, queue, optOutCount }: Going): Promise<void> {
  const id = await queue.waiting(fixture.campaignId, optOutCount);
  if (id === undefined) return;
  const { phone } = await readContact(fixture.ctx, id);
  await suppressContact(fixture.ctx, id, { channels: ["call", "text"], reason: "asked to be left alone" });
  writeLine(log, { event: "left_alone", at: fixture.ctx.now(), to: phone });
}

/** Injects the fault of this stage of the run. Returns true if it took time, so that the state must be read again. */
async function goWrong(going: Going, { attempted }: CampaignState): Promise<boolean> {
  const { contacts, result, restart } = going;
  if (attempted / contacts >= (RESTARTS[result.restarts] ?? Number.POSITIVE_INFINITY)) {
    result.restarts += 1;
    await restart();
    return true;
  }
  if (attempted < (going.optOutCount + 1) * EACH_LEFT_ALONE) return false;
  going.optOutCount += 1;
  // The database may just be away.
  await leaveAlone(going).catch(() => undefined);
  return true;
}

/** After the window closes: advances time until no request is in flight, and checks that pending contacts stay pending. */
async function passEdge(going: Going, { contacts }: CampaignState): Promise<void> {
  const { queue, result } = going;
  if (!(await queue.carry(BEHIND_EDGE_MS))) return;
  going.edge = "passed";
  // Contacts are pending until a job has looked at the window, which a busy machine may not have done yet.
  result.waitingAtEdge = (contacts.pending ?? 0) + (contacts.held ?? 0);
  await pause(CLOSED_MS);
}

/** Carries the clock to what is due next, once nothing happens any more. */
async function passTime(going: Going, state: CampaignState): Promise<void> {
  const { queue, fixture, result } = going;
  if (!(await isQuiet(going, state))) return;
  going.quiet = 0;
  if (going.edge === "ahead") {
    const toEdgeMs = Date.parse(EDGE) - Date.parse(fixture.ctx.now());
    if (toEdgeMs < 0) return passEdge(going, state);
  }
  const forgotten = state.forgotten > 0 && state.open === 0;
  if (forgotten) result.forgotten += 1;
  const nextMs = state.next_ms ?? SWEEP_MS;
  if (await queue.carry(state.open > 0 || forgotten ? Math.min(nextMs, SWEEP_MS) : nextMs))
    result.carried += 1;
}

/** State whose change means progress. */
const moved = ({ campaign, contacts, attempts, open, attempted }: CampaignState): string =>
  JSON.stringify([campaign, contacts, attempts, open, attempted]);

/** Injects faults and advances time when idle, until no contact is pending or there is no progress. */
export async function drive(options: RunOptions): Promise<RunResult> {
  const { queue, fixture } = options;
  const result: RunResult = {
    state: null,
    restarts: 0,
    waitingAtEdge: 0,
    carried: 0,
    forgotten: 0,
    stuck: null,
  };
  const going: Going = { ...options, result, optOutCount: 0, quiet: 0, edge: "ahead" };
  let [last, looks] = ["", 0];
  for (;;) {
    await pause(LOOK_MS);
    looks += 1;
    if (looks > STUCK_LOOKS) return { ...result, stuck: await queue.describeState(fixture.campaignId) };
    const state = await queue.stands(fixture.campaignId);
    if (state === null) continue;
    result.state = state;
    if (moved(state) !== last) [last, looks] = [moved(state), 0];
    const { campaign, open, locked, due } = state;
    if (campaign !== "running" && open === 0 && locked + due === 0) return result;
    if (!(await goWrong(going, state))) await passTime(going, state);
  }
}

const WAITING = ["pending", "active", "held"];

/** Violations in the tables, and reasons why the run proves nothing. */
export function brokenBy({ state, restarts, waitingAtEdge, forgotten, stuck }: RunResult): string[] {
  const left = Object.entries(state?.contacts ?? {}).filter(([status]) => WAITING.includes(status));
  return [
    ...(stuck === null ? [] : [`Nothing has moved for ${STUCK_LOOKS} looks. ${stuck.join("\n  ")}`]),
    ...(left.length > 0 ? [`Contacts are in no final state: ${JSON.stringify(left)}.`] : []),
    ...(state?.campaign === "completed" ? [] : [`The campaign is ${state?.campaign}.`]),
    ...(state?.open === 0 ? [] : [`${state?.open} attempts hold a slot or a contact.`]),
    ...(forgotten === 0 ? [] : [`${forgotten} times nobody was called who could be, until the sweep.`]),
    ...(waitingAtEdge > 0 ? [] : ["Nobody waited while the window was closed, which then shows nothing."]),
    ...(restarts === RESTARTS.length ? [] : ["The database was restarted too rarely."]),
  ];
}
