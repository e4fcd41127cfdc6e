/**
 * English words for numbers and parts of dates, in order. Masking finds values by them, the engine understands answers
 * by them, and the agent speaks with them. Each user adds its own variants.
 */
export const DIGITS = "zero one two three four five six seven eight nine".split(" ");
export const TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
  " ",
);
/** From twenty to ninety. */
export const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
/** From first to twentieth, and thirtieth. The other days of a month have two words. */
export const ORDINALS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
      .split(" ")
      .map((word, index) => [word, index + 1]),
  ),
  thirtieth: 30,
};
export const ORDINAL_SUFFIXES = ["st", "nd", "rd", "th"];

/** In title case. */
export const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;
/** In title case; index 0 is Sunday, as in `Date`. */
export const WEEKDAYS = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;

/** Short forms of each month and each weekday, in lower case. */
export const MONTHS_SHORT = [
  ["jan"],
  ["feb"],
  ["mar"],
  ["apr"],
  [],
  ["jun"],
  ["jul"],
  ["aug"],
  ["sep", "sept"],
  ["oct"],
  ["nov"],
  ["dec"],
];
export const WEEKDAYS_SHORT = [
  ["sun"],
  ["mon"],
  ["tue", "tues"],
  ["wed"],
  ["thu", "thur", "thurs"],
  ["fri"],
  ["sat"],
];

/** Maps each word to its number, which counts from `first` in steps of `step`. */
export const indexWords = (
  words: readonly (string | readonly string[])[],
  first = 0,
  step = 1,
): Record<string, number> =>
  Object.fromEntries(
    words.flatMap((word, index) =>
      [word].flat().map((form) => [form.toLowerCase(), first + index * step] as const),
    ),
  );
