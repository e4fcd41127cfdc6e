import { setTimeout as pause } from "node:timers/promises";
import { Pool } from "undici";

/** Requests that a key sends before the next takes its place: fewer than its window holds. */
const PER_KEY = 100;
/** Requests are sent by a clock, whether earlier ones were answered or not, as clients do. */
const TICK_MS = 10;
const CONNECTIONS = 64;

/** Requests of other users at a constant rate: lists and single resources. */
export type Load = {
  /** Until `ended`: milliseconds from each request's moment to the end of its answer. */
  during(ended: Promise<unknown>): Promise<number[]>;
  close(): Promise<void>;
};

export function openLoad(
  origin: string,
  { keys, paths, perS }: { keys: readonly string[]; paths: readonly string[]; perS: number },
): Load {
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 });
  let requestCount = 0;
  const sendRequest = async (due: number, took: number[]) => {
    const n = requestCount++;
    const key = keys[Math.floor(n / PER_KEY) % keys.length] ?? "";
    const path = paths[n % paths.length] ?? "/";
    const answer = await pool.request({
      method: "GET",
      path,
      headers: { authorization: `Bearer ${key}` },
    });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} for ${path}`);
    took.push(performance.now() - due);
  };
  return {
    async during(ended) {
      let over = false;
      const stop = () => {
        over = true;
      };
      ended.then(stop, stop);
      const took: number[] = [];
      const under: Promise<void>[] = [];
      const startedAt = performance.now();
      for (let sent = 0; !over; await pause(TICK_MS))
        for (; sent < ((performance.now() - startedAt) / 1_000) * perS; sent++)
          under.push(sendRequest(startedAt + (sent / perS) * 1_000, took));
      await Promise.all(under);
      return took;
    },
    close: () => pool.close(),
  };
}
