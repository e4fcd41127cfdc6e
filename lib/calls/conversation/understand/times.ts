import { cardinalAt, literalAt, type Read } from "./numbers";
import type { ParsedUtterance, ValueMatch } from "./parsed-utterance";
import type { Phrases } from "./phrases";

type Half = "am" | "pm" | "night" | null;
/** Clock time as said: whether the hour needs a guess of its half of the day. */
type Clock = { hour: number; minute: number; exact: boolean; length: number };
type Matcher = (utterance: ParsedUtterance, i: number) => Clock | null;

const word = (utterance: ParsedUtterance, i: number): string => utterance.tokens[i]?.text ?? "";
const numberAt = (utterance: ParsedUtterance, i: number): Read | null =>
  literalAt(utterance.tokens, i) ?? cardinalAt(utterance.phrases.numbers, utterance.tokens, i);

function hourAt(utterance: ParsedUtterance, i: number): Read | null {
  const read = numberAt(utterance, i);
  return read && read.value >= 1 && read.value <= 12 ? read : null;
}

/** "half past two", "quarter to four", "ten minutes past three" */
const pastOrTo: Matcher = (utterance, i) => {
  const t = utterance.phrases.times;
  const skip =
    utterance.phrases.dates.a.includes(word(utterance, i)) && word(utterance, i + 1) === t.quarter ? 1 : 0;
  const minutes =
    word(utterance, i + skip) === t.half
      ? { value: 30, length: 1 }
      : word(utterance, i + skip) === t.quarter
        ? { value: 15, length: 1 }
        : numberAt(utterance, i);
  if (!minutes || minutes.value >= 60) return null;
  const unit = t.minutes.includes(word(utterance, i + skip + minutes.length)) ? 1 : 0;
  const at = i + skip + minutes.length + unit;
  const past = t.past.includes(word(utterance, at));
  if (!past && !t.to.includes(word(utterance, at))) return null;
  const length = at + 1 - i;
  const named = namedHour(utterance, at + 1);
  const hour = named ?? hourAt(utterance, at + 1);
  if (!hour) return null;
  const total = hour.value * 60 + (past ? minutes.value : -minutes.value);
  const inDay = (total + 1_440) % 1_440;
  return {
    hour: Math.floor(inDay / 60),
    minute: inDay % 60,
    exact: named !== null,
    length: length + hour.length,
  };
};

function namedHour(utterance: ParsedUtterance, i: number): Read | null {
  const named = utterance.phrases.times.named;
  const text = word(utterance, i);
  const time = Object.hasOwn(named, text) ? named[text] : undefined;
  return time === undefined ? null : { value: Number(time.slice(0, 2)), length: 1 };
}

const namedTime: Matcher = (utterance, i) => {
  const lead = word(utterance, i) === "12" || word(utterance, i) === "twelve" ? 1 : 0;
  const hour = namedHour(utterance, i + lead);
  return hour && { hour: hour.value, minute: 0, exact: true, length: lead + 1 };
};

/** "two thirty", "two oh five", "nine fifteen" */
const hourAndMinutes: Matcher = (utterance, i) => {
  const hour = hourAt(utterance, i);
  if (!hour) return null;
  const next = i + hour.length;
  const oh = utterance.phrases.numbers.digits[word(utterance, next)] === 0 ? 1 : 0;
  const minutes = cardinalAt(utterance.phrases.numbers, utterance.tokens, next + oh);
  const fits =
    minutes && (oh ? minutes.value >= 1 && minutes.value <= 9 : minutes.value >= 10 && minutes.value < 60);
  return fits
    ? { hour: hour.value, minute: minutes.value, exact: false, length: hour.length + oh + minutes.length }
    : null;
};

const hourAlone: Matcher = (utterance, i) => {
  const hour = hourAt(utterance, i);
  return hour && { hour: hour.value, minute: 0, exact: false, length: hour.length };
};

const MATCHERS: readonly Matcher[] = [pastOrTo, namedTime, hourAndMinutes, hourAlone];

/** Which half of the day is said within a few words behind: "pm", "in the afternoon". */
function halfAfter(utterance: ParsedUtterance, i: number): { half: Half; length: number } {
  const t = utterance.phrases.times;
  const halves: [string[], Half][] = [
    [t.am, "am"],
    [t.morning, "am"],
    [t.pm, "pm"],
    [t.afternoon, "pm"],
    [t.night, "night"],
  ];
  let at = i;
  while (t.joiners.includes(word(utterance, at)) && at < i + 2) at++;
  // "p.m." is two tokens.
  const two = `${word(utterance, at)}${word(utterance, at + 1)}`;
  for (const [words, half] of halves) {
    if (words.includes(word(utterance, at))) return { half, length: at + 1 - i };
    if (two.length === 2 && words.includes(two)) return { half, length: at + 2 - i };
  }
  return { half: null, length: 0 };
}

// Appointments and callbacks are made for the day: 1 to 6 means the afternoon, 7 to 11 the morning. The read-back
// says which, so that a caller can object.
const AFTERNOON_UNTIL = 6;

function hour24(hour: number, half: Half): number {
  if (half === "am") return hour % 12;
  if (half === "pm") return (hour % 12) + 12;
  if (half === "night") return hour <= 5 || hour === 12 ? hour % 12 : hour + 12;
  return hour >= 1 && hour <= AFTERNOON_UNTIL ? hour + 12 : hour;
}

const two = (n: number) => String(n).padStart(2, "0");
const timeOf = (hour: number, minute: number) => `${two(hour)}:${two(minute)}`;

type SpokenTime = { match: ValueMatch; next: number; telling: boolean };

function spokenTimeAt(utterance: ParsedUtterance, from: number): SpokenTime | null {
  const t: Phrases["times"] = utterance.phrases.times;
  const first = utterance.tokens[from];
  const clock = first
    ? MATCHERS.reduce<Clock | null>((earlier, match) => earlier ?? match(utterance, from), null)
    : null;
  if (!first || !clock) return null;
  const oclock = t.oclock.includes(word(utterance, from + clock.length)) ? 1 : 0;
  const after = halfAfter(utterance, from + clock.length + oclock);
  const length = clock.length + oclock + after.length;
  const at = t.at.includes(word(utterance, from - 1));
  const telling =
    clock.exact || oclock > 0 || after.half !== null || at || pastOrTo(utterance, from) !== null;
  // A bare number is a time only when a time was asked for and little else was said.
  if (!telling && !utterance.isAnswer) return null;
  if (/^[.,:]\d/.test(utterance.text.slice(utterance.tokens[from + clock.length - 1]?.end ?? 0))) return null;
  const hour = clock.exact ? clock.hour : hour24(clock.hour, after.half);
  const end = utterance.tokens[from + length - 1]?.end ?? first.end;
  return {
    match: { value: timeOf(hour, clock.minute), start: first.start, end },
    next: from + length,
    telling,
  };
}

const WRITTEN =
  /(?<![\d:.,/-])([01]?\d|2[0-3])(?:[:.h]([0-5]\d))?(?::[0-5]\d)?(?:\s*([ap])\.?\s?m\b\.?)?(?![\d:/-])/g;

/** "14:30", "2.30 pm", "2pm" */
function writtenTimes(utterance: ParsedUtterance): ValueMatch[] {
  const matches: ValueMatch[] = [];
  for (const m of utterance.lower.matchAll(WRITTEN)) {
    const half: Half = m[3] === undefined ? null : m[3] === "a" ? "am" : "pm";
    const hour = Number(m[1]);
    const dotted = m[2] !== undefined && half === null && m[0].includes(".") && !utterance.isAnswer;
    if ((m[2] === undefined && half === null) || dotted || (half !== null && (hour > 12 || hour === 0)))
      continue;
    const padded = m[1]?.startsWith("0") === true || hour > 12;
    const end = m.index + m[0].length;
    const nextIndex = utterance.tokens.filter((t) => t.start < end).length;
    const after = half === null ? halfAfter(utterance, nextIndex) : { half, length: 0 };
    const value = timeOf(padded && after.half === null ? hour : hour24(hour, after.half), Number(m[2] ?? 0));
    matches.push({ value, start: m.index, end });
  }
  return matches;
}

/** A time of day as `14:30`. Two different ones are no answer; a bare number gives way to what is surely a time. */
export function findTime(utterance: ParsedUtterance): ValueMatch | null {
  const sure = writtenTimes(utterance);
  const bare: ValueMatch[] = [];
  for (let i = 0; i < utterance.tokens.length; ) {
    const token = utterance.tokens[i];
    const free = token && !sure.some((f) => token.start < f.end && token.end > f.start);
    const read = free ? spokenTimeAt(utterance, i) : null;
    if (read) (read.telling ? sure : bare).push(read.match);
    i = read?.next ?? i + 1;
  }
  const candidates = (sure.length > 0 ? sure : bare).sort((a, b) => a.start - b.start);
  const [first] = candidates;
  return first && candidates.every((f) => f.value === first.value) ? first : null;
}
