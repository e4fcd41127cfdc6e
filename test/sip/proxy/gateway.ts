import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { SipTrunk } from "../../../lib/platform/sip";
import { createCertificate } from "../certificate";
import { type ScenarioRun, waitUntil } from "../scenario";

/** The next action of a gateway process. `ignore`: INVITEs get no final response until `answer`. */
export type GatewayCommand =
  | { do: "drain" | "ignore" | "answer" }
  | { do: "call"; trunk: SipTrunk; to: string };

export type GatewayReport =
  | { at: "ready"; port: number }
  | { at: "invite"; callId: string; calledUser: string }
  | { at: "answered"; callId: string }
  | { at: "ended"; callId: string }
  | { at: "refused"; status: number }
  | { at: "heard"; frames: number };

/** A gateway in a separate process, with SRTP. */
export type GatewayProcess = {
  host: string;
  port: number;
  send(command: GatewayCommand): void;
  /** Reports of a kind so far. */
  count(at: GatewayReport["at"]): number;
  reports(): readonly GatewayReport[];
  /** Ends the process without a goodbye. */
  kill(): Promise<void>;
};

/** Starts a gateway at an address of this machine. */
export async function startGateway(
  run: ScenarioRun,
  host: string,
  mediaPort: number,
  sipPort = 0,
): Promise<GatewayProcess> {
  const [certificate, key] = createCertificate(run).paths;
  const main = join(import.meta.dirname, "gateway-main.ts");
  const child = fork(main, [host, certificate, key, String(mediaPort), String(sipPort)], {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const reports: GatewayReport[] = [];
  let errors = "";
  child.on("message", (message) => reports.push(message as GatewayReport));
  child.stderr?.on("data", (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-2_000);
  });
  const exited = once(child, "exit");
  const kill = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  run.defer(kill);
  const ready = () => reports.find((report) => report.at === "ready");
  await waitUntil(() => ready() !== undefined || child.exitCode !== null, "the gateway listens");
  const port = ready()?.port;
  if (port === undefined) throw new Error(`The gateway ended:\n${errors}`);
  return {
    ...{ host, port, kill },
    send: (command) => child.send(command),
    count: (at) => reports.filter((report) => report.at === at).length,
    reports: () => reports,
  };
}
