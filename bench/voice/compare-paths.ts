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

type Path = { name: string; dial?: Dial };

/** Measures how many calls a path holds: calls are added until frames are late. */
async function measureLoads(options: Options, { name, dial }: Path): Promise<LoadFigures[]> {
  const { gateway, maxCalls, step, lateMs, seconds, words, say } = options;
  const loads: LoadFigures[] = [];
  for (let count = step; count <= maxCalls; count += step) {
    say(`${name}: ${count} calls at once`);
    const loaded = await load(gateway, "instant", count, seconds, words, dial);
    loads.push(loaded);
    if (loaded.p95Ms > lateMs) break;
  }
  return loads;
}

/**
 * Measures the paths of Twilio, of SIP with plain RTP, and of SIP with SRTP, one after the other in the same gateway. The turns of
 * all paths come before the loads, as a gateway that was overloaded still ends its calls for some seconds.
 */
export async function comparePaths(options: Options, callers: SipCallers): Promise<PathFigures[]> {
  const { gateway, calls, turns, words, say } = options;
  const paths: Path[] = [
    { name: "Twilio" },
    ...SIP_KINDS.map((kind): Path => {
      const name = kind === "srtp" ? "SIP, TLS and SRTP" : "SIP, plain RTP";
      return { name, dial: (up) => callers.call(up, kind) };
    }),
  ];
  const results: PathFigures[] = [];
  for (const { name, dial } of paths) {
    say(`${name}: ${calls} calls`);
    results.push({ path: name, turns: await hold(gateway, "instant", calls, turns, words, dial), loads: [] });
  }
  for (const [index, path] of paths.entries())
    results[index]?.loads.push(...(await measureLoads(options, path)));
  return results;
}
