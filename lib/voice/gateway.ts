import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { CONNECT_PATH, STREAM_PATH } from "@/lib/calls/calls";
import { JOIN_PATH } from "@/lib/calls/joins";
import { env } from "@/lib/platform/env";
import { type GatewayReports, startGatewayReports } from "@/lib/platform/gateways";
import { log } from "@/lib/platform/log";
import { withTimeout } from "@/lib/platform/with-timeout";
import { spokenCalls } from "./calls";
import { observeAdmission } from "./figures";
import { createCallJoins } from "./joins/call-joins";
import { createAdmission } from "./load/admission";
import { observeDelays } from "./load/observed-delays";
import type { Voices } from "./providers-for";
import { browserDoor } from "./transports/browser/upgrade-handler";
import { createMemberDoor } from "./transports/member/upgrade-handler";
import {
  readSipSettings,
  type SipCertificate,
  type SipGateway,
  type SipSettings,
  startSipGateway,
} from "./transports/sip/sip-gateway";
import { twilioDoor } from "./transports/twilio/upgrade-handler";

/** A database that does not answer must not delay the end of the process. */
const LAST_REPORT_MS = 2_000;

/** Where calls come in by sockets. */
export type Gateway = {
  /** Takes an upgrade to a path of voice; false where the path is none. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, pathname: string): boolean;
  /**
   * Starts SIP and reports to the other processes how many further calls it accepts, from now until `stop`. Before that, no outbound
   * call is placed for it. `isSeparate`: this process is a gateway alone. Resolves after the report.
   */
  announce(options?: { isSeparate: boolean }): Promise<void>;
  /** Ports of SIP; undefined if it is off, or before `announce`. */
  sipPorts(): SipGateway["ports"] | undefined;
  /** Uses another certificate for SIP over TLS from now on. */
  setCertificate(certificate: SipCertificate): void;
  /** Takes no more calls, and waits until those in progress are over, for at most `ms`. */
  drain(ms: number): Promise<void>;
  /** Whether it takes new calls. A load balancer sends them elsewhere if not. */
  isAccepting(): boolean;
  /** Ends the calls that are held here: each is stored as interrupted by a restart. */
  stop(): Promise<void>;
};

type GatewayOptions = {
  /** Replaces VOICE_MAX_CALLS. */
  maxCalls?: number | undefined;
  /** The certificate of SIP over TLS. */
  certificate?: SipCertificate | undefined;
  /** Replaces the settings of the environment. */
  sip?: SipSettings | null;
  /** Replaces GATEWAY_URL. */
  gatewayUrl?: string | null;
};

/** The voice gateway of this process: each transport has a separate path, and SIP has separate ports. */
export function makeGateway(
  voices: Voices,
  {
    maxCalls,
    certificate,
    sip = readSipSettings(certificate !== undefined),
    gatewayUrl = env.GATEWAY_URL ?? null,
  }: GatewayOptions = {},
): Gateway {
  const admission = createAdmission(maxCalls === undefined ? {} : { maxCalls });
  log.info({ maxCalls: admission.maxCalls() }, "calls by voice that this process holds at most");
  observeAdmission(admission);
  observeDelays("frame", admission.recordDelay);
  observeDelays("transcription", admission.recordTranscription);
  const joins = createCallJoins(gatewayUrl);
  const calls = spokenCalls(voices, admission, joins);
  const browsers = browserDoor(calls);
  const twilio = twilioDoor(calls);
  const members = createMemberDoor(joins);
  let reports: GatewayReports | undefined;
  let sipGateway: SipGateway | undefined;
  let currentCertificate = certificate;
  /** Without SIP, the gateway serves the other carriers. */
  const startSip = async (): Promise<void> => {
    if (sip === null) return;
    sipGateway = await startSipGateway(sip, calls, currentCertificate).catch((error: unknown) => {
      log.error({ err: error }, "SIP could not start, so calls over SIP trunks do not work");
      return undefined;
    });
  };
  const doorOf = (pathname: string) => {
    if (pathname === CONNECT_PATH) return browsers;
    if (pathname === JOIN_PATH) return members;
    return pathname.startsWith(STREAM_PATH) ? twilio : undefined;
  };
  return {
    upgrade(request, socket, head, pathname) {
      const upgradeHandler = doorOf(pathname);
      if (upgradeHandler === undefined) return false;
      upgradeHandler(request, socket, head);
      return true;
    },
    async announce({ isSeparate } = { isSeparate: false }) {
      await startSip();
      const carriesSip = sipGateway !== undefined;
      reports ??= startGatewayReports({ freeCalls: calls.freeCalls, isSeparate, carriesSip });
      return reports.report();
    },
    drain(ms) {
      const drained = calls.drain(ms);
      sipGateway?.drain();
      void reports?.report();
      return drained;
    },
    sipPorts: () => sipGateway?.ports,
    setCertificate(next) {
      currentCertificate = next;
      sipGateway?.setCertificate(next);
    },
    isAccepting: () => !calls.isDraining(),
    async stop() {
      const reported = reports?.stop() ?? Promise.resolve();
      await Promise.all([calls.stop(), withTimeout(reported, LAST_REPORT_MS, () => undefined)]);
      await sipGateway?.stop();
    },
  };
}
