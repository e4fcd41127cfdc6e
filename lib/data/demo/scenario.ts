import type { PersonaKey } from "@/lib/outreach/offline/simulator";
import type { Environment } from "@/lib/platform/context";
import type { ConsentAnswer } from "@/lib/voice/offline/staged-calls";
import type { DemoAgent } from "./agents";
import type { Moment } from "./staging";

type Common = { moment: Moment; environment: Environment };
/** A caller and the agent that they talk with. */
type Talk = {
  agent: DemoAgent;
  persona: PersonaKey;
  /** The number that the caller gives when asked. It is a sensitive value of the call, unlike the contact's number. */
  spokenPhone: string;
};
/** Tags and notes that a member added afterwards. */
export type Remark = { tags: readonly string[]; notes: string };

/** A call that is spoken and may be recorded. */
export type SpokenScenario = Common &
  Talk & {
    kind: "spoken_call";
    /** `received` and `dialed` are telephone calls; `browser` is a call in a browser. */
    line: "received" | "dialed" | "browser";
    /** The contact's number. */
    phone: string;
    name: string | null;
    consent: ConsentAnswer;
    isTransferAnswered: boolean;
    remark: Remark | null;
  };
export type ChatScenario = Common & Talk & { kind: "chat"; remark: Remark | null };
/** A conversation by text messages that the agent begins. */
export type TextScenario = Common & Talk & { kind: "text_thread"; phone: string; name: string };
/** A call that is not answered, or is blocked by policy. */
export type UnansweredScenario = Common & {
  kind: "unanswered_call";
  agent: DemoAgent;
  phone: string;
  name: string;
  result: "no_answer" | "busy" | "voicemail" | "blocked";
};
/** The erasure of a contact of an earlier scenario. */
export type ErasureScenario = Common & { kind: "erasure"; phone: string };
type OtherScenario = Common & { kind: "campaign" | "webhook" | "new_version" };

export type Scenario =
  | SpokenScenario
  | ChatScenario
  | TextScenario
  | UnansweredScenario
  | ErasureScenario
  | OtherScenario;
