import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { FairQueue } from "./fair-queue";

const full = () => new Error("full");
const NO_REST = { restAfterMs: Number.POSITIVE_INFINITY };

afterEach(() => {
  vi.useRealTimers();
});

/** Work that ends when it is told to. */
function manual() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun: started,
    work: (name: string) => () => {
      started.push(name);
      return new Promise<string>((done) => ends.set(name, () => done(name)));
    },
    end: async (name: string) => {
      ends.get(name)?.();
      ends.delete(name);
      for (let n = 0; n < 5; n++) await Promise.resolve();
    },
    running: () => [...ends.keys()],
  };
}

test("a workspace that asks once is next, however many pieces another has brought before", async () => {
  const queue = new FairQueue({ running: 1, runningEach: 1, waitingEach: 100, ...NO_REST });
  const { begun, work, end } = manual();
  for (let n = 0; n < 50; n++) void queue.run("attacker", work(`a${n}`), "refusable", full);
  void queue.run("other", work("o0"), "refusable", full);
  await end("a0");
  await end("o0");
  expect(begun).toEqual(["a0", "o0", "a1"]);
});

test("a full queue refuses its own workspace, at once, and no other; what must be done still waits", async () => {
  const queue = new FairQueue({ running: 1, runningEach: 1, waitingEach: 2, ...NO_REST });
  const { begun, work, end } = manual();
  for (const name of ["a0", "a1", "a2"]) void queue.run("attacker", work(name), "refusable", full);
  await expect(queue.run("attacker", work("a3"), "refusable", full)).rejects.toThrow("full");
  void queue.run("attacker", work("a4"), "always", full);
  const otherWork = queue.run("other", work("o0"), "refusable", full);
  await end("a0");
  await end("o0");
  expect(await otherWork).toBe("o0");
  for (const name of ["a1", "a2"]) await end(name);
  expect(begun).toEqual(["a0", "o0", "a1", "a2", "a4"]);
});

test("work that fails gives its place to the next", async () => {
  const queue = new FairQueue({ running: 1, runningEach: 1, waitingEach: 5, ...NO_REST });
  const failing = queue.run("a", () => Promise.reject(new Error("broken")), "refusable", full);
  const next = queue.run("a", () => Promise.resolve("done"), "refusable", full);
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("done");
});

test("a workspace rests after a long job for as long as it took, and another workspace runs meanwhile", async () => {
  vi.useFakeTimers();
  const queue = new FairQueue({ running: 1, runningEach: 1, waitingEach: 5, restAfterMs: 50 });
  const { begun, work, end } = manual();
  for (const name of ["a0", "a1"]) void queue.run("attacker", work(name), "refusable", full);
  vi.advanceTimersByTime(200);
  await end("a0");
  void queue.run("other", work("o0"), "refusable", full);
  await end("o0");
  vi.advanceTimersByTime(199);
  expect(begun).toEqual(["a0", "o0"]);
  vi.advanceTimersByTime(1);
  expect(begun).toEqual(["a0", "o0", "a1"]);
});

const NAMES = ["a", "b", "c", "d"];
const LIMITS = { running: 3, runningEach: 2, waitingEach: 1_000, ...NO_REST };
const count = (names: readonly string[], name: string): number =>
  names.filter((item) => item.startsWith(name)).length;

/** Asks for all at once, and ends what runs in a random order; answers what ran at each moment, and what began. */
async function runAll(names: readonly string[], picks: Iterator<number>) {
  const queue = new FairQueue(LIMITS);
  const { begun, work, end, running } = manual();
  for (const [n, name] of names.entries()) void queue.run(name, work(`${name}${n}`), "refusable", full);
  const moments: string[][] = [];
  for (let now = running(); now.length > 0; now = running()) {
    moments.push(now);
    await end(now[(picks.next().value ?? 0) % now.length] ?? "");
  }
  return { begun, moments };
}

const names = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 40 });

test("every job is done, and the limit of concurrent jobs holds", async () => {
  await fc.assert(
    fc.asyncProperty(names, fc.infiniteStream(fc.nat(10)), async (names, picks) => {
      const { begun, moments } = await runAll(names, picks);
      expect(begun.length).toBe(names.length);
      for (const now of moments) {
        expect(now.length).toBeLessThanOrEqual(LIMITS.running);
        for (const name of NAMES) expect(count(now, name)).toBeLessThanOrEqual(LIMITS.runningEach);
      }
    }),
    { numRuns: 200 },
  );
});

test("with one thread, no workspace has two turns while another waits that has had none since", async () => {
  const limits = { running: 1, runningEach: 1, waitingEach: 1_000, ...NO_REST };
  await fc.assert(
    fc.asyncProperty(names, async (names) => {
      const queue = new FairQueue(limits);
      const { begun, work, end, running } = manual();
      for (const [n, name] of names.entries()) void queue.run(name, work(`${name}${n}`), "refusable", full);
      for (let [now] = running(); now !== undefined; [now] = running()) await end(now);
      // All asked at once, so that each round holds one piece of every workspace that has any left.
      const left = new Map(NAMES.map((name) => [name, count(names, name)]));
      for (let at = 0; at < begun.length; ) {
        const round = NAMES.filter((name) => (left.get(name) ?? 0) > 0);
        for (const name of round) left.set(name, (left.get(name) ?? 0) - 1);
        const served = begun.slice(at, at + round.length).map((name) => name.charAt(0));
        expect(served.sort()).toEqual(round);
        at += round.length;
      }
    }),
    { numRuns: 200 },
  );
});
