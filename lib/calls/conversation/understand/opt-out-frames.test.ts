import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wishesIn } from "./wishes";

const SEED = 20_261_122;
const RUNS = 3_000;
const oneOf = (...words: readonly string[]) => fc.constantFrom(...words);

const reaching = oneOf(
  "calling",
  "texting",
  "phoning",
  "contacting",
  "messaging",
  "harassing",
  "bothering",
  "ringing",
);
const reach = oneOf("call", "text", "phone", "contact", "ring", "message");
const reached = oneOf("called", "texted", "contacted", "phoned");
const pieces = oneOf("calls", "texts", "messages", "phone calls", "text messages");
const meWord = oneOf("me", "us", "this number", "my phone", "my house");
const meOrNumber = oneOf("me", "us", "my number", "my name", "this number");
const list = oneOf(
  "your list",
  "your call list",
  "this list",
  "your system",
  "your database",
  "all your lists",
);

/** Requests beyond doubt, by frame. */
const frame = fc.oneof(
  fc.tuple(oneOf("stop", "quit", "cease", "refrain from"), reaching, meWord).map((words) => words.join(" ")),
  fc
    .tuple(oneOf("take", "remove", "delete", "scrub"), meOrNumber, oneOf("off", "from"), list)
    .map((w) => w.join(" ")),
  fc.tuple(oneOf("leave", "keep"), meOrNumber, oneOf("off"), list).map((words) => words.join(" ")),
  fc
    .tuple(oneOf("never", "do not ever", "don't ever"), reach, meWord, oneOf("again"))
    .map((w) => w.join(" ")),
  fc
    .tuple(oneOf("knock it off", "pack it in", "enough", "stop"), oneOf("with the", "with your"), pieces)
    .map((w) => w.join(" ")),
  fc
    .tuple(oneOf("cease all", "end all", "stop all"), oneOf("communication", "contact", "calls"))
    .map((w) => w.join(" ")),
);
/** Requests whose speaker is named, so that no "please" or "can you" stands before them. */
const statement = fc.oneof(
  fc
    .tuple(oneOf("I revoke my consent", "I withdraw my permission"), reached)
    .map(([c, r]) => `${c} to be ${r}`),
  reached.map((r) => `I don't consent to being ${r}`),
  pieces.map((p) => `I withdraw my consent to ${p}`),
  oneOf("call", "text", "message").map((piece) => `I never want to get a ${piece} from you again`),
  fc.tuple(reach, meWord).map(([r, m]) => `${r} ${m} again and I'll sue`),
  fc.tuple(meOrNumber, list).map(([m, l]) => `I already asked you to take ${m} off ${l}`),
  fc.tuple(meOrNumber, list).map(([m, l]) => `I want ${m} off ${l}`),
);
const polite = oneOf(
  "",
  "",
  "please ",
  "can you ",
  "could you please ",
  "would you kindly ",
  "I'd like you to ",
  "you need to ",
);
const filler = oneOf(
  "",
  "",
  "Oi, ",
  "for fuck's sake ",
  "for god's sake, ",
  "um ",
  "look, ",
  "hey ",
  "I'm not interested. ",
  "jesus christ ",
);
const tail = oneOf(
  "",
  "",
  " please",
  " now",
  " immediately",
  " for good",
  ", thank you",
  " or I'll call my lawyer",
  " at once",
);
const mark = oneOf("", ".", "!", "!!!", " ...");
const casing: fc.Arbitrary<(text: string) => string> = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.toUpperCase(),
  (text: string) => text.toLowerCase(),
  (text: string) => text.replaceAll("'", "\u2019"),
  (text: string) => text.replaceAll(" ", "  "),
);
const request = fc
  .tuple(
    filler,
    fc.oneof(
      fc.tuple(polite, frame).map((words) => words.join("")),
      statement,
    ),
    mark,
    casing,
  )
  .map(([before, core, end, change]) => change(`${before}${core}${end}`));
const withTail = fc
  .tuple(
    request.map((text) => text.replace(/[ .!]+$/, "")),
    tail,
  )
  .map((words) => words.join(""));

const KEYS = /\b(?:stop|calling|texting|contacting|remove|number|harassing|consent|contact)\b/i;
/** One slip of the keyboard within a key word, or a disguise. */
const slip: fc.Arbitrary<(word: string) => string> = fc.constantFrom(
  (word: string) => word.split("").join(" "),
  (word: string) => word.split("").join("."),
  (word: string) => word.replace(/o/i, "0"),
  (word: string) => word.replace(/[oO]/g, "о").replace(/[cC]/g, "с"),
  (word: string) => word.replace(/([aeo])/i, "$1$1$1$1"),
  (word: string) => (word.length > 5 ? word.slice(0, 3) + word.slice(4) : word),
  (word: string) => (word.length > 5 ? `${word.slice(0, 3)}${word[4]}${word[3]}${word.slice(5)}` : "stap"),
);
const misspelled = fc
  .tuple(
    oneOf("stop", "please stop", "you must stop"),
    oneOf("calling", "texting", "contacting", "harassing"),
    slip,
    fc.boolean(),
  )
  .map(([stop, verb, change, isFirst]) =>
    isFirst ? `${stop.replace(KEYS, change)} ${verb} me` : `${stop} ${change(verb)} me`,
  );

const thing = oneOf("refund", "plan", "policy", "delivery", "booking", "invoice");
const person = oneOf("mother", "boss", "doctor", "neighbor", "sister");
const time = oneOf("before nine", "on Sundays", "while I drive", "until Friday", "at work");
/** Sentences with the words of a request that are none. */
const lookalike = fc.oneof(
  thing.map((t) => `stop calling it a ${t}`),
  fc.tuple(reach, time).map(([r, t]) => `don't ${r} me ${t}`),
  thing.map((t) => `goodbye to my old ${t}`),
  oneOf(
    "delete my old number and use this one",
    "remove my number and use my other number",
    "take me off hold",
  ),
  fc.tuple(person, thing).map(([p, t]) => `take my ${p} off the ${t}`),
  oneOf("guest list", "waiting list", "invoice", "joint account").map((l) => `remove me from the ${l}`),
  fc.tuple(person, reaching).map(([p, r]) => `my ${p} said: stop ${r} me`),
  reaching.map((r) => `she said 'stop ${r} me'`),
  fc.tuple(reach, oneOf("don't text", "don't email")).map(([r, d]) => `${r} me back, ${d}`),
  reach.map((r) => `I already asked you to ${r} me`),
  oneOf("letter arrived", "orders cost money").map((l) => `a cease and desist ${l}`),
  oneOf("call", "text", "message").map((p) => `I never want to miss a ${p} from you`),
  list.map((l) => `how do I get off ${l}?`),
  fc.tuple(reaching, reach).map(([r, v]) => `stop ${r} me, just ${v} me instead`),
  reach.map((r) => `${r} me again and I'll have the answer`),
  thing.map((t) => `I withdraw my consent to the ${t}`),
  thing.map((t) => `I don't consent to the ${t}`),
  person.map((p) => `my ${p} won't stop calling me`),
  oneOf("falling", "hauling", "testing", "mothering").map((verb) => `stop ${verb} me`),
);

describe("opt-outs by their frames", () => {
  it("suppress, with any politeness, swearing, case and punctuation around them", () => {
    fc.assert(
      fc.property(request, (text) => wishesIn(text).optOut === "request"),
      { seed: SEED, numRuns: RUNS },
    );
  });

  it("suppress with more words behind them", () => {
    fc.assert(
      fc.property(withTail, (text) => wishesIn(text).optOut === "request"),
      { seed: SEED, numRuns: RUNS },
    );
  });

  it("suppress with one misspelled, spelled-out or disguised key word", () => {
    fc.assert(
      fc.property(misspelled, (text) => wishesIn(text).optOut === "request"),
      { seed: SEED, numRuns: RUNS },
    );
  });

  it("suppress nothing where only the words are alike", () => {
    fc.assert(
      fc.property(
        filler,
        lookalike,
        mark,
        (before, text, end) => wishesIn(`${before}${text}${end}`).optOut !== "request",
      ),
      { seed: SEED, numRuns: RUNS },
    );
  });
});

it.each([
  "s t o p",
  "\u0455tор",
  "take him off your list",
  "don't call back",
  "nobody here wants your calls",
  "this is harassment",
  "I revoke permission",
  "call me again and I'll report you",
  "I'm sick of your calls",
  "fuck off",
  "stop texting me, call me instead",
])("asks about what leaves a doubt: %s", (text) => expect(wishesIn(text).optOut).toBe("maybe"));

it.each([
  "desist",
  "for fuck's sake stop calling",
  "stahp calling",
  "scrub my number",
  "put me on your do-not-call list",
  "opt me out",
  "no more calls",
  "one more call and I'm going to the police",
  "how many times do I have to tell you to stop calling me",
  "make sure I never get another call from you",
])("suppresses at once: %s", (text) => expect(wishesIn(text).optOut).toBe("request"));
