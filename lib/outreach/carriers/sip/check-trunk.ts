import { openTrunk } from "@/lib/agents/integrations";
import { listNumbersOf } from "@/lib/agents/phone-numbers";
import { createFinding } from "@/lib/agents/providers";
import type { Finding } from "@/lib/agents/providers/schema";
import type { Ctx } from "@/lib/platform/context";
import { hasSipGateway } from "@/lib/platform/gateways";
import type { OptionsResult, SipTrunk } from "@/lib/platform/sip";
import { createSipEndpoint } from "@/lib/platform/sip";
import { connectionFinding } from "./connection-finding";
import { readRegistration } from "./registration";
import { isTrunkAddressAllowed } from "./trunk-address";

/** Reasons by the step that failed, if the server did not respond. */
const STEP_REASONS = {
  dns: "registration_unreachable",
  connect: "registration_unreachable",
  tls: "registration_unreachable",
  timeout: "registration_unanswered",
} as const;

/** The finding of a failed registration by its stored detail: the step that failed, or the server's response. */
function failedRegistration(detail: string): Finding {
  return Object.hasOwn(STEP_REASONS, detail)
    ? createFinding(STEP_REASONS[detail as keyof typeof STEP_REASONS], null)
    : createFinding("registration_failed", null, { detail });
}

async function registrationFindings(ctx: Ctx, id: string): Promise<Finding[]> {
  const registration = await readRegistration(ctx, id);
  if (registration?.state === "registered") return [createFinding("account_registered", null)];
  return [
    registration?.state === "failed"
      ? failedRegistration(registration.detail ?? "timeout")
      : createFinding("account_not_registered", null),
  ];
}

async function sendOptions(trunk: SipTrunk): Promise<OptionsResult> {
  const endpoint = await createSipEndpoint({
    listeners: {},
    advertised: { host: "invalid.invalid" },
    identify: async () => null,
    isAddressAllowed: isTrunkAddressAllowed,
    onInvite: () => undefined,
  });
  try {
    return await endpoint.options(trunk);
  } finally {
    await endpoint.close();
  }
}

/** Checks that calls over a trunk can work: a gateway with SIP, the server's answer to OPTIONS, and a number. Places no call. */
export async function checkTrunk(ctx: Ctx, id: string): Promise<Finding[]> {
  const opened = await openTrunk(ctx, id);
  if (opened === undefined) return [createFinding("not_connected", null)];
  if (opened.environment !== "live") return [createFinding("trunk_in_test", null)];
  const [isGatewayUp, result, numbers, registration] = await Promise.all([
    hasSipGateway(),
    sendOptions(opened.trunk),
    listNumbersOf(ctx, id, 1),
    opened.settings.register ? registrationFindings(ctx, id) : [],
  ]);
  const gateway = isGatewayUp
    ? createFinding("gateway_running", null)
    : createFinding("gateway_missing", null);
  const { encryption, transport } = opened.settings;
  const privacy = opened.isEncryptionMissing
    ? createFinding("encryption_required", null)
    : encryption === "required"
      ? createFinding("audio_encrypted", null)
      : createFinding(
          transport === "tls" && encryption === "optional"
            ? "audio_encrypted_if_supported"
            : "audio_not_encrypted",
          null,
        );
  const number = numbers.length > 0 ? [] : [createFinding("trunk_without_number", null)];
  return [
    gateway,
    connectionFinding(result, opened.trunk.username !== null),
    ...registration,
    privacy,
    ...number,
  ];
}
