/**
 * The words that English has for numbers and for the parts of a date, in their order: masking finds values by them, the
 * engine understands answers by them, and what is spoken is made of them. How else people say these stands with each.
 */
export const DIGITS = "zero one two three four five six seven eight nine".split(" ");
export const TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
  " ",
);
/** From twenty on. */
export const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
/** From first to twentieth, and thirtieth: of days in a month, the others are made of two words. */
export const ORDINALS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
      .split(" ")
      .map((word, index) => [word, index + 1]),
  ),
  thirtieth: 30,
};
export const ORDINAL_SUFFIXES = ["st", "nd", "rd", "th"];

/** As they are written. */
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
/** As they are written; 0 is Sunday, as in a Date. */
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

/** Each word with its number, counted from `first`: what a reader looks up. */
export const numbered = (
  words: readonly (string | readonly string[])[],
  first = 0,
  step = 1,
): Record<string, number> =>
  Object.fromEntries(
    words.flatMap((word, index) =>
      [word].flat().map((one) => [one.toLowerCase(), first + index * step] as const),
    ),
  );
