import { openTrunk } from "@/lib/agents/integrations";
import { listNumbersOf } from "@/lib/agents/phone-numbers";
import { failedFinding, passedFinding } from "@/lib/agents/providers";
import type { Finding } from "@/lib/agents/providers/schema";
import type { Ctx } from "@/lib/platform/context";
import { hasSipGateway } from "@/lib/platform/gateways";
import type { OptionsResult, SipTrunk } from "@/lib/platform/sip";
import { createSipEndpoint } from "@/lib/platform/sip";
import { readRegistration } from "./registration";
import { isTrunkAddressAllowed } from "./trunk-address";

type Failure = OptionsResult & { ok: false };

/** Remedies by the step that failed. */
const REMEDIES: Record<Failure["at"], string> = {
  dns: "The server's name has no address in the DNS. Check its spelling.",
  connect:
    "The server accepts no connection. Check the port, the transport (TLS or TCP), and whether its firewall allows this installation's address.",
  tls: "TLS failed. The server needs a valid certificate for its name, from a public certificate authority.",
  timeout:
    "The server accepted the connection and did not answer. It may not recognize this installation: check its list of allowed addresses, and the user name.",
  response: "The server rejected the request.",
};

/** Remedies by the status of the response to OPTIONS. */
const STATUS_REMEDIES: Readonly<Record<number, string>> = {
  401: "The server rejected the user name or the password.",
  403: "The server does not allow this account or this address.",
  404: "The server has no such account or domain. Check the user name and the domain.",
  407: "The server rejected the user name or the password.",
  503: "The server is out of service.",
};

/** Statuses that prove that the server accepts this installation's requests, though it implements no OPTIONS. */
const WORKING = new Set([405, 501]);

function connectionFinding(result: OptionsResult): Finding {
  if (result.ok) return passedFinding("connection", "The server answers, and accepts the account.");
  if (result.at === "response" && result.status !== null && WORKING.has(result.status))
    return passedFinding("connection", "The server answers.");
  const remedy = (result.status !== null && STATUS_REMEDIES[result.status]) || REMEDIES[result.at];
  return failedFinding(
    `sip_${result.at}`,
    result.status === null ? remedy : `${remedy} (status ${result.status})`,
  );
}

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
            "No number of this trunk is connected. Add one under Settings → Phone numbers.",
          ),
        ];
  return [gateway, connectionFinding(result), ...registration, privacy, ...number];
}
