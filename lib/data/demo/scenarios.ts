import { PLANNED_DAYS } from "./planned-days";
import type { Scenario, SpokenScenario } from "./scenario";

/** The first scenario: a recorded call that can be played seconds after the start. */
const SAMPLE: SpokenScenario = {
  kind: "spoken_call",
  moment: { minutesAgo: 25 },
  environment: "live",
  line: "received",
  agent: "front_desk",
  persona: "nora",
  phone: "+12125550101",
  name: null,
  spokenPhone: "+12125550151",
  consent: "agrees",
  isTransferAnswered: false,
  remark: { tags: ["sample"], notes: "Play the recording: sensitive values are silenced." },
};

/** Every scenario of the demo, by its number: the sample, and then 30 days from the first to the last. */
export const SCENARIOS: readonly Scenario[] = [SAMPLE, ...PLANNED_DAYS];
