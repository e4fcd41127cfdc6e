import type { TrunkSettings } from "@/lib/agents/integrations";
import type { Processes } from "@/lib/platform/health";
import { counted, type Finding, failed, passed, skipped, warning } from "./finding";

type Options = {
  read: () => Promise<Processes>;
  /** The connected trunks. */
  readTrunks: () => Promise<readonly Pick<TrunkSettings, "callerSignatures">[]>;
  /**
   * Whether this machine's settings turn SIP on, whether a port for inbound SIP is set, and whether the authorities of callers'
   * signatures are configured.
   */
  settings: { isOn: boolean; hasPort: boolean; hasTrustAnchors: boolean };
};

/** The trunks that refuse calls without a verified signature. */
const countSigned = (trunks: readonly Pick<TrunkSettings, "callerSignatures">[]): number =>
  trunks.filter(({ callerSignatures }) => callerSignatures === "required").length;

/** Whether the SIP trunks of the workspaces have a gateway, and whether calls can come in. */
export async function checkSip({ read, readTrunks, settings }: Options): Promise<Finding> {
  const [{ gateways }, trunks] = await Promise.all([read(), readTrunks()]);
  if (trunks.length === 0 && !settings.isOn) return skipped("no SIP trunk is connected");
  const running = gateways.filter(({ lives, sip }) => lives && sip).length;
  const summary = `${counted(trunks.length, "trunk")}, ${counted(running, "gateway")} with SIP`;
  if (running === 0)
    return failed(
      summary,
      "Set SIP_ADDRESS for the voice gateways and restart them. If it is set, their logs say why SIP did not start. Until then no call over a trunk is possible.",
    );
  const signed = countSigned(trunks);
  if (settings.isOn && signed > 0 && !settings.hasTrustAnchors)
    return failed(
      `${summary}; ${counted(signed, "trunk")} with required signatures of callers`,
      "Set STIR_TRUST_ANCHORS for the voice gateways and restart them. Until then they refuse every call of these trunks.",
    );
  if (settings.isOn && !settings.hasPort)
    return warning(
      summary,
      "This machine accepts no connection of SIP: set TLS_CERT and TLS_KEY, or SIP_TCP_PORT. Until then only trunks that register can call it.",
    );
  return passed(summary);
}
