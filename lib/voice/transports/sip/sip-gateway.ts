import { randomUUID } from "node:crypto";
import { isMediaAddressAllowed, isTrunkAddressAllowed } from "@/lib/outreach/carriers";
import { defaultHttpClient, type HttpClient } from "@/lib/platform/egress";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { createMediaPorts } from "@/lib/platform/rtp";
import { createSipEndpoint } from "@/lib/platform/sip";
import { createStirVerifier } from "@/lib/platform/stir";
import { withTimeout } from "@/lib/platform/with-timeout";
import type { Calls } from "../../calls";
import { startClaimLoop } from "./claim-loop";
import { answerInvite } from "./inbound-call";
import { createMessageRecorder } from "./message-recorder";
import { placeClaimedCall } from "./outbound-call";
import { readTrustAnchors } from "./read-trust-anchors";
import { startRegistrations } from "./registrations";
import { openTrunkDirectory } from "./trunk-directory";

/** Calls that a stop ends are stored within this time; otherwise their leases expire. */
const STORE_MS = 3_000;

/** A certificate with its chain, and its key, in PEM. */
export type SipCertificate = { cert: Buffer; key: Buffer };

const pemOf = ({ cert, key }: SipCertificate) => ({ certificate: cert.toString(), key: key.toString() });

/** Settings of SIP, by default those of the environment; null: SIP is off. */
export type SipSettings = {
  address: string;
  host: string;
  bind: string;
  tlsPort: number | null;
  tcpPort: number | null;
  rtpPorts: { min: number; max: number };
  /** File of the certificates that callers' signatures are trusted by (STI-PA); null: no signature is verified. */
  stirTrustAnchors: string | null;
  /** Loads the certificates of signatures; by default the guarded client. */
  stirClient?: HttpClient;
};

/** Reads the settings; null without SIP_ADDRESS. */
export function readSipSettings(hasCertificate: boolean): SipSettings | null {
  if (env.SIP_ADDRESS === undefined) return null;
  return {
    address: env.SIP_ADDRESS,
    host: env.SIP_HOST ?? env.SIP_ADDRESS,
    bind: env.SIP_BIND,
    tlsPort: hasCertificate ? env.SIP_TLS_PORT : null,
    tcpPort: env.SIP_TCP_PORT ?? null,
    rtpPorts: env.RTP_PORTS,
    stirTrustAnchors: env.STIR_TRUST_ANCHORS ?? null,
  };
}

/** The function, of which only the first call counts. */
function callOnce(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) action();
    isDone = true;
  };
}

export type SipGateway = {
  /** Ports that it listens on. */
  readonly ports: { tls: number | null; tcp: number | null };
  /** Uses another certificate for new TLS connections. */
  setCertificate(certificate: SipCertificate): void;
  /** Refuses new calls, and removes its registrations. */
  drain(): void;
  /** Ends what is left. The calls themselves are ended by `Calls.stop` before. */
  stop(): Promise<void>;
};

/** Starts the SIP endpoint of this process: inbound calls, requested outbound calls, and registrations. Rejects if a port is taken. */
export async function startSipGateway(
  settings: SipSettings,
  calls: Calls,
  certificate: SipCertificate | undefined,
): Promise<SipGateway> {
  const gatewayId = `sip_${randomUUID()}`;
  const directory = await openTrunkDirectory();
  const ports = createMediaPorts({
    bindAddress: settings.bind,
    advertisedAddress: settings.address,
    minPort: settings.rtpPorts.min,
    maxPort: settings.rtpPorts.max,
    // A trunk of a tenant must not send audio to machines of the operator.
    isAddressAllowed: isMediaAddressAllowed,
  });
  const messages = createMessageRecorder();
  const stir = createStirVerifier(
    await readTrustAnchors(settings.stirTrustAnchors),
    settings.stirClient ?? defaultHttpClient,
  );
  const { bind: host, tlsPort, tcpPort } = settings;
  const endpoint = await createSipEndpoint({
    listeners: {
      ...(tlsPort !== null &&
        certificate !== undefined && {
          tls: { host, port: tlsPort, ...pemOf(certificate) },
        }),
      ...(tcpPort !== null && { tcp: { host, port: tcpPort } }),
    },
    advertised: { host: settings.host },
    identify: directory.identify,
    isAddressAllowed: isTrunkAddressAllowed,
    onTrace: messages.record,
    onInvite(invite) {
      const entry = directory.find(invite.trunkId);
      if (entry === undefined) return invite.reject(403);
      void answerInvite({ gatewayId, calls, ports, endpoint, messages, stir }, invite, entry);
    },
  });
  const claims = startClaimLoop({
    gatewayId,
    hasPlace: () => calls.freeCalls() > 0,
    place(placement) {
      const leave = calls.countCall();
      return placeClaimedCall(
        { gatewayId, calls, ports, endpoint, messages, stir },
        placement,
        callOnce(leave),
      );
    },
  });
  const registrations = startRegistrations({
    gatewayId,
    endpoint,
    directory,
    isAccepting: () => !calls.isDraining(),
  });
  log.info({ ports: endpoint.ports }, "SIP is ready");
  return {
    ports: endpoint.ports,
    setCertificate: (next) => endpoint.setCertificate(pemOf(next)),
    drain() {
      claims.stop();
      endpoint.drain();
    },
    async stop() {
      claims.stop();
      await registrations
        .stop()
        .catch((error: unknown) => log.warn({ err: error }, "a registration was not removed"));
      await endpoint.close();
      await withTimeout(
        Promise.allSettled([claims.waitUntilStored(), messages.stop()]),
        STORE_MS,
        () => undefined,
      );
      ports.close();
      directory.stop();
    },
  };
}
