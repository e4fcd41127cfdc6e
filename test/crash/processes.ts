import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "..", "..");

/** A bundled file of a run as a process that ends with this one; what it says goes into `log`. */
export function run(name: string, args: readonly string[], env: Record<string, string>, log: string) {
  const child: ChildProcess = spawn(process.execPath, [join(ROOT, "dist", `${name}.js`), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env, NODE_ENV: "production" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const file = createWriteStream(log, { flags: "a" });
  // Both end with the process; neither may close the file for the other.
  for (const stream of [child.stdout, child.stderr]) stream?.pipe(file, { end: false });
  const exit = once(child, "exit");
  void once(child, "close").then(() => file.end());
  return {
    child,
    /** The first thing that it says. */
    said: Promise.race([
      once(child.stdout ?? child, "data").then(([chunk]) => String(chunk).trim()),
      exit.then(() => {
        throw new Error(`${name} ended.`);
      }),
    ]),
    async kill(): Promise<void> {
      child.kill("SIGKILL");
      await exit;
    },
  };
}
export type Run = ReturnType<typeof run>;

/** Keeps so many workers running; `killOne` kills the oldest, once all are up, and another comes for it. */
export function keepWorkers(count: number, start: () => Run) {
  const up: Run[] = [];
  const all = new Set<Run>();
  let over = false;
  let killed = 0;
  let allUp: (() => void) | undefined;
  const firstUp = new Promise<void>((resolve) => {
    allUp = resolve;
  });
  const begin = (): void => {
    const worker = start();
    all.add(worker);
    void worker.said.then(
      () => {
        up.push(worker);
        if (up.length === count) allUp?.();
      },
      () => undefined,
    );
    worker.child.once("exit", () => {
      all.delete(worker);
      const at = up.indexOf(worker);
      if (at >= 0) up.splice(at, 1);
      if (!over) begin();
    });
  };
  for (let n = 0; n < count; n++) begin();
  return {
    /** Once all are. */
    up: firstUp,
    killed: () => killed,
    areUp: () => up.length === count,
    killOne(): void {
      // On a machine that starts them more slowly than they are killed, nothing but starts would be seen.
      const oldest = up.length < count ? undefined : up.shift();
      if (oldest === undefined) return;
      killed += 1;
      oldest.child.kill("SIGKILL");
    },
    async stop(): Promise<void> {
      over = true;
      await Promise.all([...all].map((worker) => worker.kill()));
    },
  };
}
