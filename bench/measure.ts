import { cpuUs } from "./cpu";
import type { Job } from "./load";
import type { Load } from "./processes";

/** One side of a comparison: the process whose CPU counts, and what is sent to it. */
export type Side = { pid: number; job: Job };

/** Medians over the rounds. */
export type Figures = { perS: number; p50Ms: number; p99Ms: number; cpuUs: number; bytes: number };

/** `warmUp`: requests before anything is counted, so that what runs is compiled; on a busy machine fewer. */
type Plan = { rounds: number; warmUp: number };
const WARM_UP_LIMIT_S = 15;

const median = (list: readonly number[]): number => {
  const sorted = [...list].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
};

async function round(load: Load, { pid, job }: Side): Promise<Figures> {
  const before = cpuUs(pid);
  const sent = await load.send(job);
  return { ...sent, cpuUs: (cpuUs(pid) - before) / sent.requests };
}

/** Measures the sides in turn, round by round, so that what else the machine does meets all of them alike. */
export async function measure<const Name extends string>(
  load: Load,
  sides: Readonly<Record<Name, Side>>,
  { rounds, warmUp }: Plan,
): Promise<Record<Name, Figures>> {
  const names = Object.keys(sides) as Name[];
  const figures = new Map<Name, Figures[]>(names.map((name) => [name, []]));
  for (const name of names)
    await load.send({ ...sides[name].job, seconds: WARM_UP_LIMIT_S, requests: warmUp });
  for (let n = 0; n < rounds; n++) {
    for (const name of names) figures.get(name)?.push(await round(load, sides[name]));
  }
  const of = (name: Name): Figures => {
    const list = figures.get(name) ?? [];
    const middle = (field: keyof Figures) => median(list.map((figures) => figures[field]));
    return {
      perS: middle("perS"),
      p50Ms: middle("p50Ms"),
      p99Ms: middle("p99Ms"),
      cpuUs: middle("cpuUs"),
      bytes: middle("bytes"),
    };
  };
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Figures>;
}
