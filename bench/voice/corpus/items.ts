import type { Expectation } from "@/lib/agents/providers/schema";
import { type Random, seededRandom } from "./random";
import { type Half, halfOf } from "./split";
import { type EspeakVoice, randomVoice } from "./voices";

/** Kinds of answers in the report. */
export const ANSWER_KINDS = ["yes_no", "choice", "digits", "date", "time", "number", "free"] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];

/** The speaker: a voice of espeak-ng, or files of the recorded person. */
type Source = { by: "espeak"; voice: EspeakVoice } | { by: "recorded"; files: readonly string[] };

/** Something that a caller says to a question. `isAnswer`: it answers the question at all. */
export type Item = {
  id: string;
  kind: AnswerKind;
  half: Half;
  text: string;
  isAnswer: boolean;
  expectation: Expectation;
  source: Source;
};

const YES_NO =
  "yes;no;yeah;yep;nope;yes please;no thank you;no thanks;correct;that's right;sure;not really;yes it is;no it's not;yes I do;no I don't;absolutely;right;of course;never;exactly;that's wrong;yes I would;no I'm not;definitely;okay".split(
    ";",
  );
const CHOICES: readonly (readonly string[])[] = [
  ["General check-up", "Dental cleaning", "Eye examination"],
  ["Monday", "Wednesday", "Friday"],
  ["Delivery", "Pick up", "Eat in"],
  ["Savings account", "Checking account", "Credit card", "Mortgage"],
  ["Small", "Medium", "Large"],
  ["Berlin", "London", "New York", "Chicago", "Boston"],
];
const FREE =
  "I'd like to change my delivery address please;the printer in the office doesn't work any more;my neighbor told me to call you about the garden;we moved to a new house last summer;the invoice that I got has the wrong name on it;I bought a coat and one of the buttons is missing;there is water coming through the ceiling of the kitchen;my daughter has had a fever since yesterday evening;could you tell me how long the repair takes;I was charged twice for the same ticket;the train to the airport was canceled this morning;what does the premium plan include;I can't log in to my account on the website;the driver left the parcel in the rain;is there a parking lot near the building;we need a table next to the window;my card was declined at the gas station;the heating makes a strange noise at night;I would like to speak about my contract;the color is different from the picture;please send the documents by mail;I have lost my keys somewhere in the park;the battery lasts only a couple of hours;do you have something without nuts".split(
    ";",
  );
const CODE_LEADS = ["", "", "", "it's ", "my number is ", "the account number is ", "it is "];
const TAILS = ["", "", "", " please", " thank you"];
const WISHES = ["", "", "", "it's ", "how about ", "I'd like "];
const DIGIT_WORDS = "zero one two three four five six seven eight nine".split(" ");
const WEEKDAYS = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);
const ORDINALS =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(
    " ",
  );
const UNITS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** A spoken text with the recorded files that say the same, where there are any. */
type SpokenText = { text: string; files: string[] };

const digit = (n: number): SpokenText => ({ text: DIGIT_WORDS[n] ?? "", files: [`digits/${n}`] });
const join = (...parts: readonly SpokenText[]): SpokenText => ({
  text: parts.map(({ text }) => text).join(" "),
  files: parts.flatMap(({ files }) => files),
});
const below100 = (n: number): SpokenText => {
  if (n < 20) return { text: UNITS[n] ?? "", files: [`digits/${n}`] };
  const tens = { text: TENS[Math.floor(n / 10)] ?? "", files: [`digits/${10 * Math.floor(n / 10)}`] };
  return n % 10 === 0 ? tens : join(tens, digit(n % 10));
};
const hundred: SpokenText = { text: "hundred", files: ["digits/hundred"] };
const thousand: SpokenText = { text: "thousand", files: ["digits/thousand"] };

function digits(random: Random): SpokenText {
  return join(...Array.from({ length: random.int(4, 8) }, () => digit(random.int(0, 9))));
}
function number(random: Random): SpokenText {
  const n = random.pick([
    random.int(1, 20),
    random.int(21, 99),
    random.int(100, 999),
    random.int(1_000, 9_999),
  ]);
  const below1000 = (value: number): SpokenText =>
    value < 100
      ? below100(value)
      : value % 100 === 0
        ? join(digit(value / 100), hundred)
        : join(digit(Math.floor(value / 100)), hundred, below100(value % 100));
  if (n < 1_000) return below1000(n);
  const remainder = n % 1_000;
  return remainder === 0
    ? join(digit(n / 1_000), thousand)
    : join(digit(Math.floor(n / 1_000)), thousand, below1000(remainder));
}
function monthDay(random: Random): SpokenText {
  const month = random.int(0, 11);
  const day = random.int(1, 28);
  const ordinal: SpokenText =
    day <= 20
      ? { text: ORDINALS[day - 1] ?? "", files: [`digits/h-${day}`] }
      : { text: `twenty ${ORDINALS[day - 21]}`, files: ["digits/20", `digits/h-${day - 20}`] };
  return join({ text: MONTHS[month] ?? "", files: [`digits/mon-${month}`] }, ordinal);
}
function date(random: Random, isRecorded: boolean): SpokenText {
  const day = random.int(0, 6);
  const weekday: SpokenText = { text: WEEKDAYS[day] ?? "", files: [`digits/day-${day}`] };
  const shape = random.int(0, isRecorded ? 3 : 6);
  if (shape === 0) return weekday;
  if (shape === 1) return { text: "tomorrow", files: ["digits/tomorrow"] };
  if (shape <= 3) return shape === 2 ? monthDay(random) : join(weekday, monthDay(random));
  return { text: `${["next", "this", "on"][shape - 4]} ${weekday.text}`, files: [] };
}
function time(random: Random, isRecorded: boolean): SpokenText {
  const hour = below100(random.int(1, 12));
  const half = random.pick<SpokenText>([
    { text: "a m", files: ["digits/a-m"] },
    { text: "p m", files: ["digits/p-m"] },
  ]);
  const shape = random.int(0, isRecorded ? 2 : 5);
  if (shape === 0) return join(hour, half);
  if (shape === 1) return join(hour, { text: "o'clock", files: ["digits/oclock"] });
  if (shape === 2) return join(hour, below100(random.pick([10, 15, 20, 30, 40, 45, 50])), half);
  return { text: `${["half past", "quarter past", "quarter to"][shape - 3]} ${hour.text}`, files: [] };
}

const KIND_EXPECTATION: Readonly<Record<Exclude<AnswerKind, "free" | "choice">, Expectation["kind"]>> = {
  yes_no: "yes_no",
  digits: "digits",
  date: "date",
  time: "time",
  number: "number",
};
/** One in this many callers says something that does not answer the question. */
const OFF_TOPIC_EVERY = 5;

function espeakItem(kind: AnswerKind, n: number): Item {
  const id = `espeak ${kind} ${n}`;
  const random = seededRandom(id);
  const voice = randomVoice(random);
  const isAnswer = n % OFF_TOPIC_EVERY !== 0;
  const choices = random.pick(CHOICES);
  const texts: Readonly<Record<AnswerKind, () => string>> = {
    yes_no: () => random.pick(YES_NO),
    choice: () =>
      random.pick([
        () => random.pick(choices),
        () => `${random.pick(choices)} please`,
        () => `the ${random.pick(ORDINALS.slice(0, choices.length))} one`,
        () => `I'd like ${random.pick(choices)}`,
      ])(),
    digits: () => random.pick(CODE_LEADS) + digits(random).text + random.pick(TAILS),
    date: () => random.pick(WISHES) + date(random, false).text + random.pick(TAILS),
    time: () => random.pick(WISHES) + time(random, false).text + random.pick(TAILS),
    number: () => number(random).text + random.pick(TAILS),
    free: () => random.pick(FREE),
  };
  const expectation: Expectation =
    kind === "free"
      ? { kind: "open", language: "en-US" }
      : kind === "choice"
        ? { kind: "choice", choices, language: "en-US" }
        : { kind: KIND_EXPECTATION[kind], language: "en-US" };
  const text = isAnswer || kind === "free" ? texts[kind]() : random.pick(FREE);
  return { id, kind, half: halfOf(id), text, isAnswer, expectation, source: { by: "espeak", voice } };
}

/** Kinds that the recorded person's words can say. */
const RECORDED_KINDS = ["digits", "date", "time", "number"] as const;

function recordedItem(kind: (typeof RECORDED_KINDS)[number], n: number): Item {
  const id = `recorded ${kind} ${n}`;
  const random = seededRandom(id);
  const utterance = {
    digits,
    number,
    date: (r: Random) => date(r, true),
    time: (r: Random) => time(r, true),
  }[kind](random);
  return {
    id,
    kind,
    half: halfOf(id),
    text: utterance.text,
    isAnswer: true,
    expectation: { kind, language: "en-US" },
    source: { by: "recorded", files: utterance.files },
  };
}

/** Answers of every kind in the half: `perKind` of each by espeak-ng, `recordedPerKind` by the recorded person. */
export function answerItems(half: Half, perKind: number, recordedPerKind: number): Item[] {
  const take = (make: (n: number) => Item, count: number): Item[] => {
    const items: Item[] = [];
    for (let n = 0; items.length < count; n++) {
      const item = make(n);
      if (item.half === half) items.push(item);
    }
    return items;
  };
  return [
    ...ANSWER_KINDS.flatMap((kind) => take((n) => espeakItem(kind, n), perKind)),
    ...RECORDED_KINDS.flatMap((kind) => take((n) => recordedItem(kind, n), recordedPerKind)),
  ];
}
