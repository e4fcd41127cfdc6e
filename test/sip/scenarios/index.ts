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

/** All scenarios, in the order of a run. Add a file for each subject. */
export const SCENARIOS: readonly SipScenario[] = [
  ...OUTBOUND,
  ...OUTBOUND_RACES,
  ...INBOUND,
  ...KAMAILIO,
  ...BARESIP,
  ...CAPTURE,
  ...PROXY,
  ...SCANNERS,
  ...FUZZ,
  ...PRODUCT,
];
