// A carrier in a separate process, whose responses and subscribers depend on a seed:
//   node carrier.js <log> <clock> <seed> <where callbacks go> <the campaign's cap>      prints its port
import { createServer, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { fileClock } from "./clock";
import { type Answer, writeLine } from "./log";
import { chance, pick } from "./seeded";

const [log = "", clockFile = "", seed = "", callbacks = "", cap = ""] = process.argv.slice(2);
const clock = fileClock(clockFile);
const at = () => clock.now().toISOString();

const ANSWERS: readonly (readonly [Answer, number])[] = [
  ["placed", 66],
  ["retry", 8],
  ["away", 4],
  ["error_placed", 4],
  ["error_not_placed", 3],
  ["silent_placed", 4],
  ["silent_not_placed", 2],
  ["slow", 5],
  ["invalid_number", 2],
  ["unsubscribed", 2],
];
/** `mute`: nothing is ever said of it. */
const ENDS: readonly (readonly [string, number])[] = [
  ["answered", 42],
  ["no_answer", 25],
  ["busy", 15],
  ["voicemail", 10],
  ["declined", 4],
  ["failed", 3],
  ["mute", 1],
];
/** Longer than the product waits (`line.ts`). */
const SLOW_MS = 1_500;
/**
 * Until as many calls were under way at once as the campaign may have, each is silent for so long at most, and then all
 * are for a moment in which one more could come: however slow a machine places them, its cap is met, or passed.
 */
const UNTIL_MET_MS = 45_000;
const LET_IT_PASS_MS = 2_000;
const RING_MS = 200;
const TALK_MS = 1_000;
const LATE_MS = 1_500;
/** Maximum duration of ringing and of conversations. */
const LONGEST_MS = 6_000;
/** A callback that is not taken is sent again, a few times. */
const TRIES = 5;
const TRY_AGAIN_MS = 300;

type Call = { ref: string; key: string; to: string; last: string | null; over: boolean };
const calls = new Map<string, Call>();
const byRef = new Map<string, Call>();
/** Keys of requests that are being worked on. */
const working = new Set<string>();
const requestCounts = new Map<string, number>();

async function tell(call: Call, type: string): Promise<void> {
  const body = JSON.stringify({ ref: call.ref, key: call.key, type });
  for (let n = 0; n < TRIES; n++) {
    const ok = await fetch(callbacks, { method: "POST", body }).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await pause(TRY_AGAIN_MS * 2 ** n);
  }
}

/** Says what happens, some of it twice, and some of it again when it is long over. */
function say(call: Call, type: string): void {
  call.last = type;
  void tell(call, type);
  if (chance(seed, call.key, type, "twice") < 0.2) void tell(call, type);
  if (chance(seed, call.key, type, "late") < 0.15) void pause(LATE_MS).then(() => tell(call, type));
}

/** Frees the line before the end is reported. */
function end(call: Call): void {
  if (call.over) return;
  call.over = true;
  writeLine(log, { event: "over", at: at(), key: call.key, to: call.to });
}

/** Resolved once the campaign's cap was met, and for good. */
let capIsMet = (): void => undefined;
const answered = new Promise<void>((resolve) => {
  capIsMet = () => void pause(LET_IT_PASS_MS).then(resolve);
});
const underWay = (): number => [...calls.values()].filter(({ over }) => !over).length;

async function live(call: Call): Promise<void> {
  if (underWay() >= Number(cap)) capIsMet();
  await Promise.race([answered, pause(UNTIL_MET_MS)]);
  if (call.over) return;
  const fate = pick(ENDS, chance(seed, call.key, "fate"));
  const ms = (label: string, maxMs: number) => maxMs * (0.5 + chance(seed, call.key, label));
  void pause(LONGEST_MS).then(() => end(call));
  if (fate === "mute") return;
  await pause(ms("ring", RING_MS));
  say(call, "ringing");
  await pause(ms("pick up", 3 * RING_MS));
  if (call.over) return;
  if (fate !== "answered") {
    end(call);
    return say(call, fate);
  }
  say(call, "answered");
  await pause(ms("talk", TALK_MS));
  if (call.over) return;
  // One in ten ends is not reported; the product detects the silence and hangs up.
  if (chance(seed, call.key, "lost") < 0.1) return;
  end(call);
  say(call, "ended");
}

function start(key: string, to: string): Call {
  const call: Call = { ref: `ref_${calls.size + 1}`, key, to, last: null, over: false };
  calls.set(key, call);
  byRef.set(call.ref, call);
  writeLine(log, { event: "started", at: at(), key, to });
  void live(call);
  return call;
}

type Reply = { status: number; body?: object; headers?: Record<string, string> };

/** Response to a request to place a call; null for no response. */
async function place(key: string, to: string): Promise<Reply | null> {
  const times = (requestCounts.get(key) ?? 0) + 1;
  requestCounts.set(key, times);
  const answer = pick(ANSWERS, chance(seed, key, "place", String(times)));
  writeLine(log, { event: "asked", at: at(), key, to, answer });
  switch (answer) {
    case "retry":
      return { status: 429, headers: { "retry-after": "1" } };
    case "away":
      return { status: 503 };
    case "invalid_number":
    case "unsubscribed":
      return { status: 400, body: { kind: answer } };
    case "error_placed":
      start(key, to);
      return { status: 500 };
    case "error_not_placed":
      return { status: 500 };
    case "silent_placed":
      start(key, to);
      return null;
    case "silent_not_placed":
      return null;
    case "slow":
      working.add(key);
      await pause(SLOW_MS);
      working.delete(key);
      return { status: 200, body: { ref: start(key, to).ref } };
    case "placed":
      return { status: 200, body: { ref: start(key, to).ref } };
  }
}

function find(key: string): Reply {
  if (working.has(key)) return { status: 409 };
  const call = calls.get(key);
  return call === undefined ? { status: 404 } : { status: 200, body: { ref: call.ref, last: call.last } };
}

function hangUp(ref: string): Reply {
  const call = byRef.get(ref);
  if (call === undefined || call.over) return { status: 404 };
  // Every third time the callback server is down.
  if (chance(seed, ref, String(Date.now())) < 0.3) return { status: 503 };
  end(call);
  return { status: 200 };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}

/** Calls that take a line, and requests that are being worked on. */
const busy = (): number => working.size + underWay();

type CarrierRequest = { do: "place" | "find" | "hang_up" | "busy"; key?: string; to?: string; ref?: string };
async function replyTo({ do: action, key = "", to = "", ref = "" }: CarrierRequest): Promise<Reply | null> {
  if (action === "place") return place(key, to);
  if (action === "find") return find(key);
  return action === "hang_up" ? hangUp(ref) : { status: 200, body: { busy: busy() } };
}
const server = createServer(async (request, response) => {
  const reply = await replyTo(JSON.parse(await textOf(request)) as CarrierRequest);
  if (reply === null) return;
  response.writeHead(reply.status, reply.headers).end(JSON.stringify(reply.body ?? {}));
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") process.stdout.write(`${address.port}\n`);
});
// It exits with its parent.
process.stdin.on("end", () => process.exit(0)).resume();
