import type { Processes } from "@/lib/platform/health";
import { counted, type Finding, failed, passed, skipped, warning } from "./finding";

type Options = {
  read: () => Promise<Processes>;
  countTrunks: () => Promise<number>;
  /** Whether this machine's settings turn SIP on, and whether a port for inbound SIP is set. */
  settings: { isOn: boolean; hasPort: boolean };
};

/** Whether the SIP trunks of the workspaces have a gateway, and whether calls can come in. */
export async function checkSip({ read, countTrunks, settings }: Options): Promise<Finding> {
  const [{ gateways }, trunks] = await Promise.all([read(), countTrunks()]);
  if (trunks === 0 && !settings.isOn) return skipped("no SIP trunk is connected");
  const running = gateways.filter(({ lives, sip }) => lives && sip).length;
  const summary = `${counted(trunks, "trunk")}, ${counted(running, "gateway")} with SIP`;
  if (running === 0)
    return failed(
      summary,
      "Set SIP_ADDRESS for the voice gateways and restart them. If it is set, their logs say why SIP did not start. Until then no call over a trunk is possible.",
    );
  if (settings.isOn && !settings.hasPort)
    return warning(
      summary,
      "This machine accepts no connection of SIP: set TLS_CERT and TLS_KEY, or SIP_TCP_PORT. Until then only trunks that register can call it.",
    );
  return passed(summary);
}
