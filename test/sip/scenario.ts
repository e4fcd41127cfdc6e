import { mkdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Programs that scenarios need, with the Debian package of each. */
export const PROGRAMS = {
  sipp: "sip-tester",
  kamailio: "kamailio kamailio-tls-modules",
  baresip: "baresip-core",
  "espeak-ng": "espeak-ng",
  tcpdump: "tcpdump",
  openssl: "openssl",
  rtpengine: "rtpengine-daemon",
  linphonec: "linphone-cli",
  svmap: "sipvicious",
} as const;
export type Program = keyof typeof PROGRAMS;

/** A call or a registration between the endpoint and software of others. It throws if a step differs. */
export type SipScenario = {
  name: string;
  programs: readonly Program[];
  /** A scenario that is not over by then has failed, in ms. The default is 60 s. */
  limitMs?: number;
  run(run: ScenarioRun): Promise<void>;
};

/** The folder and the open resources of a run. */
export class ScenarioRun {
  readonly folder = join(tmpdir(), `parley-sip-${process.pid}-${Math.random().toString(36).slice(2)}`);
  readonly #cleanups: (() => unknown)[] = [];
  readonly notes: string[] = [];
  /** Whether SIPp and the endpoint speak over TLS. */
  isTls = false;

  constructor() {
    mkdirSync(this.folder, { recursive: true });
  }

  /** Runs at the end, last first. */
  defer(cleanup: () => unknown): void {
    this.#cleanups.push(cleanup);
  }

  /** A number for the table. */
  note(text: string): void {
    this.notes.push(text);
  }

  async end(): Promise<void> {
    for (const cleanup of this.#cleanups.reverse()) await cleanup();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A port that nothing listens on. */
export function findPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Time that only a hanging program needs, in ms. */
const PATIENCE_MS = 30_000;

/** Waits until a condition is true. Throws if it is not true in time. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  subject: string | (() => string),
  limitMs = PATIENCE_MS,
): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await condition())) {
    if (Date.now() > deadline)
      throw new Error(`Timeout: ${typeof subject === "string" ? subject : subject()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
