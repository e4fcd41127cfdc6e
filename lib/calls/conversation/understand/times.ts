import type { Found, Heard } from "./heard";
import { cardinalAt, literalAt, type Read } from "./numbers";
import type { Phrases } from "./phrases";

type Half = "am" | "pm" | "night" | null;
/** Clock time as said: whether the hour needs a guess of its half of the day. */
type Clock = { hour: number; minute: number; exact: boolean; length: number };
type Matcher = (heard: Heard, i: number) => Clock | null;

const word = (heard: Heard, i: number): string => heard.tokens[i]?.text ?? "";
const numberAt = (heard: Heard, i: number): Read | null =>
  literalAt(heard.tokens, i) ?? cardinalAt(heard.phrases.numbers, heard.tokens, i);

function hourAt(heard: Heard, i: number): Read | null {
  const read = numberAt(heard, i);
  return read && read.value >= 1 && read.value <= 12 ? read : null;
}

/** "half past two", "quarter to four", "ten minutes past three" */
const pastOrTo: Matcher = (heard, i) => {
  const t = heard.phrases.times;
  const skip = heard.phrases.dates.a.includes(word(heard, i)) && word(heard, i + 1) === t.quarter ? 1 : 0;
  const minutes =
    word(heard, i + skip) === t.half
      ? { value: 30, length: 1 }
      : word(heard, i + skip) === t.quarter
        ? { value: 15, length: 1 }
        : numberAt(heard, i);
  if (!minutes || minutes.value >= 60) return null;
  const unit = t.minutes.includes(word(heard, i + skip + minutes.length)) ? 1 : 0;
  const at = i + skip + minutes.length + unit;
  const past = t.past.includes(word(heard, at));
  if (!past && !t.to.includes(word(heard, at))) return null;
  const length = at + 1 - i;
  const named = namedHour(heard, at + 1);
  const hour = named ?? hourAt(heard, at + 1);
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

function namedHour(heard: Heard, i: number): Read | null {
  const named = heard.phrases.times.named;
  const text = word(heard, i);
  const time = Object.hasOwn(named, text) ? named[text] : undefined;
  return time === undefined ? null : { value: Number(time.slice(0, 2)), length: 1 };
}

const named: Matcher = (heard, i) => {
  const lead = word(heard, i) === "12" || word(heard, i) === "twelve" ? 1 : 0;
  const hour = namedHour(heard, i + lead);
  return hour && { hour: hour.value, minute: 0, exact: true, length: lead + 1 };
};

/** "two thirty", "two oh five", "nine fifteen" */
const hourAndMinutes: Matcher = (heard, i) => {
  const hour = hourAt(heard, i);
  if (!hour) return null;
  const next = i + hour.length;
  const oh = heard.phrases.numbers.digits[word(heard, next)] === 0 ? 1 : 0;
  const minutes = cardinalAt(heard.phrases.numbers, heard.tokens, next + oh);
  const fits =
    minutes && (oh ? minutes.value >= 1 && minutes.value <= 9 : minutes.value >= 10 && minutes.value < 60);
  return fits
    ? { hour: hour.value, minute: minutes.value, exact: false, length: hour.length + oh + minutes.length }
    : null;
};

const hourAlone: Matcher = (heard, i) => {
  const hour = hourAt(heard, i);
  return hour && { hour: hour.value, minute: 0, exact: false, length: hour.length };
};

const MATCHERS: readonly Matcher[] = [pastOrTo, named, hourAndMinutes, hourAlone];

/** Which half of the day is said within a few words behind: "pm", "in the afternoon". */
function halfAfter(heard: Heard, i: number): { half: Half; length: number } {
  const t = heard.phrases.times;
  const halves: [string[], Half][] = [
    [t.am, "am"],
    [t.morning, "am"],
    [t.pm, "pm"],
    [t.afternoon, "pm"],
    [t.night, "night"],
  ];
  let at = i;
  while (t.joiners.includes(word(heard, at)) && at < i + 2) at++;
  // "p.m." is two tokens.
  const two = `${word(heard, at)}${word(heard, at + 1)}`;
  for (const [words, half] of halves) {
    if (words.includes(word(heard, at))) return { half, length: at + 1 - i };
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

type Spoken = { found: Found; next: number; telling: boolean };

function spoken(heard: Heard, from: number): Spoken | null {
  const t: Phrases["times"] = heard.phrases.times;
  const first = heard.tokens[from];
  const clock = first
    ? MATCHERS.reduce<Clock | null>((found, match) => found ?? match(heard, from), null)
    : null;
  if (!first || !clock) return null;
  const oclock = t.oclock.includes(word(heard, from + clock.length)) ? 1 : 0;
  const after = halfAfter(heard, from + clock.length + oclock);
  const length = clock.length + oclock + after.length;
  const at = t.at.includes(word(heard, from - 1));
  const telling = clock.exact || oclock > 0 || after.half !== null || at || pastOrTo(heard, from) !== null;
  // A bare number is a time only when a time was asked for and little else was said.
  if (!telling && !heard.asked) return null;
  if (/^[.,:]\d/.test(heard.text.slice(heard.tokens[from + clock.length - 1]?.end ?? 0))) return null;
  const hour = clock.exact ? clock.hour : hour24(clock.hour, after.half);
  const end = heard.tokens[from + length - 1]?.end ?? first.end;
  return {
    found: { value: timeOf(hour, clock.minute), start: first.start, end },
    next: from + length,
    telling,
  };
}

const WRITTEN =
  /(?<![\d:.,/-])([01]?\d|2[0-3])(?:[:.h]([0-5]\d))?(?::[0-5]\d)?(?:\s*([ap])\.?\s?m\b\.?)?(?![\d:/-])/g;

/** "14:30", "2.30 pm", "2pm" */
function written(heard: Heard): Found[] {
  const found: Found[] = [];
  for (const m of heard.lower.matchAll(WRITTEN)) {
    const half: Half = m[3] === undefined ? null : m[3] === "a" ? "am" : "pm";
    const hour = Number(m[1]);
    const dotted = m[2] !== undefined && half === null && m[0].includes(".") && !heard.asked;
    if ((m[2] === undefined && half === null) || dotted || (half !== null && (hour > 12 || hour === 0)))
      continue;
    const padded = m[1]?.startsWith("0") === true || hour > 12;
    const end = m.index + m[0].length;
    const behind = heard.tokens.filter((t) => t.start < end).length;
    const after = half === null ? halfAfter(heard, behind) : { half, length: 0 };
    const value = timeOf(padded && after.half === null ? hour : hour24(hour, after.half), Number(m[2] ?? 0));
    found.push({ value, start: m.index, end });
  }
  return found;
}

/** A time of day as `14:30`. Two different ones are no answer; a bare number gives way to what is surely a time. */
export function findTime(heard: Heard): Found | null {
  const sure = written(heard);
  const bare: Found[] = [];
  for (let i = 0; i < heard.tokens.length; ) {
    const token = heard.tokens[i];
    const free = token && !sure.some((f) => token.start < f.end && token.end > f.start);
    const read = free ? spoken(heard, i) : null;
    if (read) (read.telling ? sure : bare).push(read.found);
    i = read?.next ?? i + 1;
  }
  const found = (sure.length > 0 ? sure : bare).sort((a, b) => a.start - b.start);
  const [first] = found;
  return first && found.every((f) => f.value === first.value) ? first : null;
}
