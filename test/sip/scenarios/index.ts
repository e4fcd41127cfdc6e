import type { SipScenario } from "../scenario";
import { BARESIP } from "./baresip";
import { CAPTURE } from "./capture";
import { FUZZ } from "./fuzz";
import { INBOUND } from "./inbound";
import { KAMAILIO } from "./kamailio";
import { OUTBOUND } from "./outbound";
import { OUTBOUND_RACES } from "./outbound-races";
import { PRODUCT } from "./product";
import { PROXY } from "./proxy";
import { SCANNERS } from "./scanners";

/** A scenario of SIPp, whose connections are encrypted. */
const runOverTls = (scenario: SipScenario): SipScenario => ({
  ...scenario,
  name: `${scenario.name} (TLS)`,
  programs: [...scenario.programs, "openssl"],
  run(run) {
    run.isTls = true;
    return scenario.run(run);
  },
});

/** All scenarios, in the order of a run. Add a file for each subject. */
export const SCENARIOS: readonly SipScenario[] = [
  ...OUTBOUND,
  ...OUTBOUND_RACES,
  ...INBOUND,
  ...[...OUTBOUND, ...OUTBOUND_RACES, ...INBOUND].map(runOverTls),
  ...KAMAILIO,
  ...BARESIP,
  ...CAPTURE,
  ...PROXY,
  ...SCANNERS,
  ...FUZZ,
  ...PRODUCT,
];
