import { openTrunk } from "@/lib/agents/integrations";
import { listNumbersOf } from "@/lib/agents/phone-numbers";
import { failedFinding, passedFinding } from "@/lib/agents/providers";
import type { Finding } from "@/lib/agents/providers/schema";
import type { Ctx } from "@/lib/platform/context";
import { hasSipGateway } from "@/lib/platform/gateways";
import type { OptionsResult, SipTrunk } from "@/lib/platform/sip";
import { createSipEndpoint } from "@/lib/platform/sip";
import { connectionFinding } from "./connection-finding";
import { readRegistration } from "./registration";
import { isTrunkAddressAllowed } from "./trunk-address";

async function registrationFindings(ctx: Ctx, id: string): Promise<Finding[]> {
  const registration = await readRegistration(ctx, id);
  if (registration?.state === "registered")
    return [passedFinding("sip_registration", "The account is registered, so the server can send calls.")];
  const message =
    registration?.state === "failed"
      ? `The registration failed: ${registration.detail ?? "unknown"}. Check the user name, the password and the domain.`
      : "The account is not registered yet. A voice gateway registers it within ten seconds.";
  return [failedFinding("sip_registration_failed", message)];
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
  if (opened === undefined)
    return [failedFinding("not_connected", "The integration was disconnected meanwhile. Connect it again.")];
  if (opened.environment !== "live")
    return [
      failedFinding(
        "test_account",
        "The trunk is connected to the test environment, which places no calls. Connect it to the live environment.",
      ),
    ];
  const [isGatewayUp, result, numbers, registration] = await Promise.all([
    hasSipGateway(),
    sendOptions(opened.trunk),
    listNumbersOf(ctx, id, 1),
    opened.settings.register ? registrationFindings(ctx, id) : [],
  ]);
  const gateway = isGatewayUp
    ? passedFinding("sip_gateway", "A voice gateway with SIP is running.")
    : failedFinding(
        "sip_gateway_missing",
        "No voice gateway has SIP. The operator sets SIP_ADDRESS and restarts Parley (docs/telephony.md).",
      );
  const { encryption, transport } = opened.settings;
  const privacy = opened.isEncryptionMissing
    ? failedFinding(
        "sip_encryption_required",
        "This workspace requires encrypted calls, so the trunk places and receives none. Connect it again with TLS and encryption required.",
      )
    : encryption === "required"
      ? passedFinding("sip_encryption", "Calls are encrypted: TLS and SRTP.")
      : passedFinding(
          "sip_encryption",
          transport === "tls" && encryption === "optional"
            ? "The audio is encrypted only if the server supports it."
            : "The audio is not encrypted.",
        );
  const number =
    numbers.length > 0
      ? []
      : [
          failedFinding(
            "no_number",
            "No number of this trunk is connected. Add one under Agents → Phone numbers.",
          ),
        ];
  return [
    gateway,
    connectionFinding(result, opened.trunk.username !== null),
    ...registration,
    privacy,
    ...number,
  ];
}
