import type { Environment } from "@/lib/platform/context";
import type { PersonaKey } from "../simulator/personas";
import type { DemoAgent } from "./agents";

/** A conversation of the demo: who calls which agent, and what is written to the call afterwards. */
export type Conversation = {
  agent: DemoAgent;
  persona: PersonaKey;
  environment: Environment;
  /** The number of the call. */
  to: string;
  /** The number that the caller gives when they are asked for one: another, as `to` is no secret of the call. */
  phone: string;
  remark: { tags: readonly string[]; notes: string } | null;
};

const AGENTS: readonly DemoAgent[] = ["front_desk", "claims", "messages", "reminder"];
/** Who calls, in turn: mostly people who want what the agent offers. Thirteen and four share no factor. */
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

/** Conversations in live; the others are in test. */
const LIVE = 60;
const TEST = 8;

const REMARKS: readonly Conversation["remark"][] = [
  { tags: ["vip"], notes: "A regular. Likes to be called by name." },
  { tags: ["follow-up"], notes: "Somebody should look into this tomorrow." },
  { tags: ["review", "training"], notes: "A good example for the team." },
  { tags: ["review"], notes: "The caller sounded unsure what to do. Is the greeting clear?" },
];
/** One in so many conversations has a remark. */
const REMARK_EVERY = 6;

/** +1 212 555 0100 to 0199: numbers that are given to nobody. */
const FICTIONAL = 100;
const phoneOf = (number: number): string =>
  `+1212555${String(FICTIONAL + (number % FICTIONAL)).padStart(4, "0")}`;

function conversation(number: number): Conversation {
  const remark =
    number % REMARK_EVERY === 2 ? REMARKS[Math.floor(number / REMARK_EVERY) % REMARKS.length] : undefined;
  return {
    agent: AGENTS[number % AGENTS.length] ?? "front_desk",
    persona: CALLERS[number % CALLERS.length] ?? "nora",
    environment: number < LIVE ? "live" : "test",
    to: phoneOf(number),
    phone: phoneOf(number + FICTIONAL / 2),
    remark: remark ?? null,
  };
}

/** Every conversation of the demo, by its number. */
export const PLAN: readonly Conversation[] = Array.from({ length: LIVE + TEST }, (_, n) => conversation(n));
