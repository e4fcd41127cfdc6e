import type { PersonaKey } from "@/lib/outreach/offline/simulator";
import type { ConsentAnswer } from "@/lib/voice/offline/staged-calls";
import type { DemoAgent } from "./agents";
import type {
  ChatScenario,
  Remark,
  Scenario,
  SpokenScenario,
  TextScenario,
  UnansweredScenario,
} from "./scenario";

const DAYS = 30;
/** Telephone calls are made when every time zone of the demo allows them: 11:30 to 17:30 in New York. */
const FIRST_MINUTE = 16 * 60 + 30;
const MINUTES_PER_DAY = 6 * 60;

/** Takes the elements of a list in turn. */
const cycle = <T>(list: readonly [T, ...T[]], index: number): T => list[index % list.length] ?? list[0];

/** Fictional numbers, +1 <area> 555 01xx, in four time zones. */
const AREAS = ["212", "312", "303", "415", "305"] as const;
const FIRST_EXTENSION = 102;
const phoneOf = (number: number): string =>
  `+1${cycle(AREAS, number)}555${String(FIRST_EXTENSION + Math.floor(number / AREAS.length)).padStart(4, "0")}`;
/** The numbers that callers give when asked. */
const spokenPhoneOf = (number: number): string => `+1212555${String(150 + (number % 50)).padStart(4, "0")}`;

const NAMES = [
  "Marta Quill",
  "Owen Tate",
  "Petra Sand",
  "Quentin Roy",
  "Rosa Blum",
  "Stefan Holt",
  "Tessa Pike",
  "Uma Krall",
  "Viktor Lund",
  "Wanda Ives",
] as const;
const VOICE_AGENTS = [
  "front_desk",
  "claims",
  "front_desk",
  "messages",
] as const satisfies readonly DemoAgent[];
const CHAT_AGENTS = ["front_desk", "messages", "claims", "reminder"] as const satisfies readonly DemoAgent[];
/** Mostly people who want what the agent offers. The lengths of these lists share no common factor. */
const PERSONAS = [
  "priya",
  "walter",
  "nora",
  "ines",
  "dennis",
  "tomas",
  "greta",
  "marcus",
  "felix",
  "olga",
  "yuki",
  "nora",
  "lucia",
] as const satisfies readonly PersonaKey[];
const CONSENTS = [
  "silence",
  "agrees",
  "silence",
  "declines",
  "agrees",
  "unclear_then_yes",
  "silence",
  "presses_9",
  "agrees",
  "unclear_then_no",
  "silence",
] as const satisfies readonly ConsentAnswer[];
const LINES = ["received", "received", "browser", "received", "dialed"] as const;
/** Their calls come in by telephone, where they can be transferred. */
const ASKING_FOR_A_PERSON: ReadonlySet<PersonaKey> = new Set(["dennis", "olga"]);
const RESULTS = ["no_answer", "voicemail", "blocked", "busy"] as const;
const REMARKS: readonly [Remark, ...Remark[]] = [
  { tags: ["follow-up"], notes: "Please look into this tomorrow." },
  { tags: ["vip"], notes: "A regular. Likes to be called by name." },
  { tags: ["review", "training"], notes: "A good example for the team." },
];
const REMARK_EVERY = 7;
const remarkOf = (number: number) =>
  number % REMARK_EVERY === 3 ? cycle(REMARKS, Math.floor(number / REMARK_EVERY)) : null;

/** The day of each single event, in days before the end. */
const WEBHOOK_DAY = 21;
const NEW_VERSION_DAY = 14;
const ERASURE_DAY = 9;
const CAMPAIGN_DAY = 5;
const LAST_TEST_DAY = 27;

type Slot = { daysAgo: number; number: number; minuteOfDay: number };

const common = ({ daysAgo, minuteOfDay }: Slot) => ({
  moment: { daysAgo, minuteOfDay },
  environment: "live" as const,
});

function spokenCall(slot: Slot, count: number): SpokenScenario {
  const { number } = slot;
  const persona = cycle(PERSONAS, count);
  const line = ASKING_FOR_A_PERSON.has(persona) ? "received" : cycle(LINES, count);
  return {
    ...common(slot),
    kind: "spoken_call",
    line,
    agent: line === "dialed" ? "feedback" : cycle(VOICE_AGENTS, count),
    persona,
    phone: phoneOf(number),
    name: line === "dialed" ? cycle(NAMES, number) : null,
    spokenPhone: spokenPhoneOf(number),
    consent: cycle(CONSENTS, count),
    // In these calls no person is free, and the agent continues.
    isTransferAnswered: persona !== "olga",
    remark: remarkOf(number),
  };
}

const chat = (slot: Slot, count: number): ChatScenario => ({
  ...common(slot),
  environment: slot.daysAgo >= LAST_TEST_DAY ? "test" : "live",
  kind: "chat",
  agent: cycle(CHAT_AGENTS, count),
  persona: cycle(PERSONAS, count + 5),
  spokenPhone: spokenPhoneOf(slot.number),
  remark: remarkOf(slot.number),
});

const textThread = (slot: Slot, count: number): TextScenario => ({
  ...common(slot),
  kind: "text_thread",
  agent: "reminder",
  persona: cycle(PERSONAS, count + 2),
  phone: phoneOf(slot.number),
  name: cycle(NAMES, slot.number),
  spokenPhone: spokenPhoneOf(slot.number),
});

const unansweredCall = (slot: Slot, count: number): UnansweredScenario => ({
  ...common(slot),
  kind: "unanswered_call",
  agent: "feedback",
  phone: phoneOf(slot.number),
  name: cycle(NAMES, slot.number),
  result: cycle(RESULTS, count),
});

/** Builds the scenarios of one day, in the order of their times. */
type Builder = (slot: Slot, count: number) => Scenario;
const WEEK: readonly (readonly Builder[])[] = [
  [spokenCall, chat, textThread],
  [spokenCall, chat],
  [spokenCall, spokenCall, unansweredCall],
  [chat, spokenCall],
  [spokenCall, textThread, chat],
  [unansweredCall, spokenCall],
  [chat, spokenCall, spokenCall],
];

/** The event of a day that happens once. `phones`: the contacts who called before it. */
function eventOf(slot: Slot, phones: readonly string[]): Scenario[] {
  const at = common(slot);
  const [erasedPhone] = phones;
  switch (slot.daysAgo) {
    case WEBHOOK_DAY:
      return [{ ...at, kind: "webhook" }];
    case NEW_VERSION_DAY:
      return [{ ...at, kind: "new_version" }];
    case ERASURE_DAY:
      return erasedPhone === undefined ? [] : [{ ...at, kind: "erasure", phone: erasedPhone }];
    case CAMPAIGN_DAY:
      return [{ ...at, kind: "campaign" }];
    default:
      return [];
  }
}

function planDays(): Scenario[] {
  const scenarios: Scenario[] = [];
  const counts = new Map<Builder, number>();
  const phones: string[] = [];
  for (let daysAgo = DAYS; daysAgo >= 1; daysAgo--) {
    const builders = WEEK[daysAgo % WEEK.length] ?? [];
    const spacing = Math.floor(MINUTES_PER_DAY / (builders.length + 1));
    for (const [index, build] of builders.entries()) {
      const number = scenarios.length;
      const minuteOfDay = FIRST_MINUTE + index * spacing + ((daysAgo * 17) % spacing);
      const count = counts.get(build) ?? 0;
      counts.set(build, count + 1);
      const scenario = build({ daysAgo, number, minuteOfDay }, count);
      scenarios.push(scenario);
      if (scenario.kind === "spoken_call" && scenario.line === "received") phones.push(scenario.phone);
    }
    const lastMinute = FIRST_MINUTE + builders.length * spacing;
    scenarios.push(...eventOf({ daysAgo, number: scenarios.length, minuteOfDay: lastMinute }, phones));
  }
  return scenarios;
}

/** The scenarios of 30 days, from the first to the last. */
export const PLANNED_DAYS: readonly Scenario[] = planDays();
