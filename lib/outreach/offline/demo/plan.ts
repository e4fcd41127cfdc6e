import type { Environment } from "@/lib/platform/context";
import type { PersonaKey } from "../simulator/personas";
import type { DemoAgent } from "./agents";

/** A demo conversation: the caller, the agent, and a remark that is added to the call afterwards. */
export type Conversation = {
  agent: DemoAgent;
  persona: PersonaKey;
  environment: Environment;
  /** The call's number. */
  to: string;
  /**
   * The number that the caller gives when asked. It differs from `to`, as `to` is not a sensitive value of
   * the call.
   */
  phone: string;
  remark: { tags: readonly string[]; notes: string } | null;
};

const AGENTS: readonly DemoAgent[] = ["front_desk", "claims", "messages", "reminder"];
/**
 * The callers in turn: mostly people who want what the agent offers. The lengths of the two lists share no
 * common factor.
 */
const CALLERS: readonly PersonaKey[] = [
  "nora",
  "priya",
  "walter",
  "ines",
  "tomas",
  "marcus",
  "felix",
  "olga",
  "greta",
  "nora",
  "dennis",
  "yuki",
  "priya",
  "ines",
  "sam",
  "tomas",
  "lucia",
];

/** Conversations in the live environment; the others are in the test environment. */
const LIVE_COUNT = 60;
const TEST_COUNT = 8;

const REMARKS: readonly Conversation["remark"][] = [
  { tags: ["vip"], notes: "A regular. Likes to be called by name." },
  { tags: ["follow-up"], notes: "Somebody should look into this tomorrow." },
  { tags: ["review", "training"], notes: "A good example for the team." },
  { tags: ["review"], notes: "The caller sounded unsure what to do. Is the greeting clear?" },
];
/** One conversation in this many has a remark. */
const REMARK_EVERY = 6;

/** +1 212 555 0100 to 0199: fictional numbers. */
const FICTIONAL_NUMBERS = 100;
const phoneOf = (number: number): string =>
  `+1212555${String(FICTIONAL_NUMBERS + (number % FICTIONAL_NUMBERS)).padStart(4, "0")}`;

function planConversation(number: number): Conversation {
  const remark =
    number % REMARK_EVERY === 2 ? REMARKS[Math.floor(number / REMARK_EVERY) % REMARKS.length] : undefined;
  return {
    agent: AGENTS[number % AGENTS.length] ?? "front_desk",
    persona: CALLERS[number % CALLERS.length] ?? "nora",
    environment: number < LIVE_COUNT ? "live" : "test",
    to: phoneOf(number),
    phone: phoneOf(number + FICTIONAL_NUMBERS / 2),
    remark: remark ?? null,
  };
}

/** Every demo conversation, by its number. */
export const CONVERSATIONS: readonly Conversation[] = Array.from(
  { length: LIVE_COUNT + TEST_COUNT },
  (_, n) => planConversation(n),
);
