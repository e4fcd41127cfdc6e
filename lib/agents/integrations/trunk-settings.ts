import type { Settings } from "@/lib/agents/providers";
import type { SrtpPolicy } from "@/lib/platform/rtp";
import type { SipTransport } from "@/lib/platform/sip";

/** A SIP trunk's settings, without its password. Field by field as in the credential of kind `sip`. */
export type TrunkSettings = {
  server: string;
  transport: SipTransport;
  encryption: SrtpPolicy;
  username: string | null;
  /** Algorithms that a peer's digest may have. */
  digest: "sha256" | "both" | "md5";
  register: boolean;
  domain: string | null;
  sources: string[];
  /** Whether calls without a verified signature of the caller's number are refused. */
  callerSignatures: "off" | "required";
  numberFormat: "e164" | "digits";
  callerId: "own_numbers" | "workspace_numbers";
  countries: string[];
  maxCalls: number;
  callsPerSecond: number;
  /** The stored inbound routes, which `readInboundRoutes` of lib/agents/inbound-routes parses. */
  inboundRoutes: readonly unknown[];
};

/** Reads a trunk's settings; null for an integration of another kind. */
export function trunkSettings(settings: Settings): TrunkSettings | null {
  if (settings.server === undefined) return null;
  return {
    server: settings.server,
    transport: settings.transport ?? "tls",
    encryption: settings.encryption ?? "required",
    username: settings.username ?? null,
    digest: settings.digest ?? "both",
    register: settings.register ?? false,
    domain: settings.domain ?? null,
    sources: settings.sources ?? [],
    callerSignatures: settings.caller_signatures ?? "off",
    numberFormat: settings.number_format ?? "e164",
    callerId: settings.caller_id ?? "own_numbers",
    countries: settings.countries ?? [],
    maxCalls: settings.max_calls ?? 10,
    callsPerSecond: settings.calls_per_second ?? 1,
    inboundRoutes: settings.inbound_routes ?? [],
  };
}
