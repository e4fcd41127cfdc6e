import { type Dial, hold, type LoadFigures, load, type TurnFigures, type Words } from "./measure";
import type { Gateway } from "./processes";
import type { openSipCallers } from "./sip-caller";
import { SIP_KINDS } from "./wire";

/** The figures of calls through one carrier, with instant providers. */
export type PathFigures = { path: string; turns: TurnFigures; loads: LoadFigures[] };

type Options = {
  gateway: Gateway;
  calls: number;
  turns: number;
  /** Calls are added in steps until frames are late, or there are so many. */
  maxCalls: number;
  step: number;
  lateMs: number;
  seconds: number;
  words: Words;
  say: (line: string) => void;
};
type SipCallers = Awaited<ReturnType<typeof openSipCallers>>;

async function measurePath(options: Options, path: string, dial?: Dial): Promise<PathFigures> {
  const { gateway, calls, turns, maxCalls, step, lateMs, seconds, words, say } = options;
  say(`${path}: ${calls} calls`);
  const figures = await hold(gateway, "instant", calls, turns, words, dial);
  const loads: LoadFigures[] = [];
  for (let count = step; count <= maxCalls; count += step) {
    say(`${path}: ${count} calls at once`);
    const loaded = await load(gateway, "instant", count, seconds, words, dial);
    loads.push(loaded);
    if (loaded.p95Ms > lateMs) break;
  }
  return { path, turns: figures, loads };
}

/** Measures the paths of Twilio, of SIP with plain RTP, and of SIP with SRTP, one after the other in the same gateway. */
export async function comparePaths(options: Options, callers: SipCallers): Promise<PathFigures[]> {
  const results = [await measurePath(options, "Twilio")];
  for (const kind of SIP_KINDS) {
    const path = kind === "srtp" ? "SIP, TLS and SRTP" : "SIP, plain RTP";
    results.push(await measurePath(options, path, (up) => callers.call(up, kind)));
  }
  return results;
}
