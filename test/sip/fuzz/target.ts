import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type ScenarioRun, waitUntil } from "../scenario";

/** `end`: hangs up the calls that are left. */
export type TargetCommand = "measure" | "end";

export type Measurement = {
  heapBytes: number;
  /** Messages that were complete. */
  received: number;
  invites: number;
  /** Open resources by their kind. */
  open: Record<"sockets" | "transactions" | "dialogs" | "pendingInvites" | "media", number>;
};
export type TargetReport = { at: "ready"; port: number } | ({ at: "measured" } & Measurement);

export type Target = {
  port: number;
  end(): void;
  /** Collects garbage, and counts. Throws if the process has ended. */
  measure(): Promise<Measurement>;
  isRunning(): boolean;
  errors(): string;
};

/** Starts the endpoint of a fuzz run in a separate process. */
export async function startTarget(run: ScenarioRun): Promise<Target> {
  const child = fork(join(import.meta.dirname, "target-main.ts"), [], {
    execArgv: ["--expose-gc", "--import", "tsx"],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let errors = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-6_000);
  });
  let port: number | undefined;
  const measurements: Measurement[] = [];
  child.on("message", (message) => {
    const report = message as TargetReport;
    if (report.at === "ready") port = report.port;
    else measurements.push(report);
  });
  const exited = once(child, "exit");
  run.defer(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  await waitUntil(() => port !== undefined || !isRunning(), "the target listens");
  if (port === undefined) throw new Error(`The target ended:\n${errors}`);
  return {
    port,
    end: () => child.send("end" satisfies TargetCommand),
    async measure() {
      const count = measurements.length;
      if (isRunning()) child.send("measure" satisfies TargetCommand);
      await waitUntil(() => measurements.length > count || !isRunning(), "the target measures");
      const measurement = measurements[count];
      if (!measurement) throw new Error(`The target ended:\n${errors}`);
      return measurement;
    },
    isRunning,
    errors: () => errors,
  };
}
