import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { CONNECT_PATH, STREAM_PATH } from "@/lib/calls/calls";
import { type GatewayReports, startGatewayReports } from "@/lib/platform/gateways";
import { log } from "@/lib/platform/log";
import { withTimeout } from "@/lib/platform/with-timeout";
import { spokenCalls } from "./calls";
import { observeAdmission } from "./figures";
import { createAdmission } from "./load/admission";
import { observeFrameDelays } from "./load/frame-delays";
import type { Voices } from "./providers-for";
import { browserDoor } from "./transports/browser/upgrade-handler";
import { twilioDoor } from "./transports/twilio/upgrade-handler";

/** A database that does not answer must not delay the end of the process. */
const LAST_REPORT_MS = 2_000;

/** Where calls come in by sockets. */
export type Gateway = {
  /** Takes an upgrade to a path of voice; false where the path is none. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, pathname: string): boolean;
  /**
   * Reports to the other processes how many further calls it accepts, from now until `stop`. Before that, no outbound
   * call is placed for it. `isSeparate`: this process is a gateway alone. Resolves after the report.
   */
  announce(options?: { isSeparate: boolean }): Promise<void>;
  /** Takes no more calls, and waits until those in progress are over, for at most `ms`. */
  drain(ms: number): Promise<void>;
  /** Whether it takes new calls. A load balancer sends them elsewhere if not. */
  isAccepting(): boolean;
  /** Ends the calls that are held here: each is stored as interrupted by a restart. */
  stop(): Promise<void>;
};

/** The voice gateway of this process: each transport has a separate path. `maxCalls` replaces VOICE_MAX_CALLS. */
export function makeGateway(voices: Voices, maxCalls?: number): Gateway {
  const admission = createAdmission(maxCalls === undefined ? {} : { maxCalls });
  log.info({ maxCalls: admission.maxCalls() }, "calls by voice that this process holds at most");
  observeAdmission(admission);
  observeFrameDelays(admission.recordDelay);
  const calls = spokenCalls(voices, admission);
  const browsers = browserDoor(calls);
  const twilio = twilioDoor(calls);
  let reports: GatewayReports | undefined;
  const doorOf = (pathname: string) =>
    pathname === CONNECT_PATH ? browsers : pathname.startsWith(STREAM_PATH) ? twilio : undefined;
  return {
    upgrade(request, socket, head, pathname) {
      const upgradeHandler = doorOf(pathname);
      if (upgradeHandler === undefined) return false;
      upgradeHandler(request, socket, head);
      return true;
    },
    announce({ isSeparate } = { isSeparate: false }) {
      reports ??= startGatewayReports({ freeCalls: calls.freeCalls, isSeparate });
      return reports.report();
    },
    drain(ms) {
      const drained = calls.drain(ms);
      void reports?.report();
      return drained;
    },
    isAccepting: () => !calls.isDraining(),
    async stop() {
      const reported = reports?.stop() ?? Promise.resolve();
      await Promise.all([calls.stop(), withTimeout(reported, LAST_REPORT_MS, () => undefined)]);
    },
  };
}
