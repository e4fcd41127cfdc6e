import { eld } from "eld/small";
import { NUMBER_WORDS } from "./number-words.gen";

/** Shorter texts are too short for language detection. */
const MIN_WORDS = 3;
/** How far English must trail the detected language, on the detector's scale of 0 to 1. */
const MIN_MARGIN = 0.12;
/** Longer sentences are detected in windows of this many characters: a transcript may have no punctuation at all. */
const WINDOW_CHARS = 100;
/** A name in title case has no language. Up to this many title-case words count as a name. */
const MAX_NAME_WORDS = 4;
/** Shorter words are number words in some language by chance ("to" is two in Danish). */
const MIN_STRONG_LETTERS = 3;
/** A glued number such as "achthundertfünf" has at least this many letters, and no English word looks like one. */
const MIN_COMPOUND_LETTERS = 8;
const MAX_COMPOUND_LETTERS = 60;
/** Two number words with at most this many other words between them belong to one number. */
const MAX_GAP = 1;

/** Number words of other languages that are also English words or common names. Alone they prove nothing. */
const ALSO_ENGLISH = new Set(
  `ade aha akron asia asp aston bay bes bin bir bon cant cent cents chin dau dim diva divas dix doze due dues elf
   end eve fire firs hat ido ios isa lam lima mia mil mile mille min mitt nam nana nau naw nic null once one opt otto
   pat pet pump quince roku saba sat sent sep sept set sex sexton she sis six stu tam tan ten ter tram trim trims try
   tri unu vent vint wala zen zero`.split(/\s+/),
);

/** Number words that CLDR lacks: romanized forms, and forms that its rules abbreviate. */
const ADDED: Readonly<Record<string, string>> = {
  "am-Latn": "hulet sost arat amist sidist sebat simint zetegn zetena asir meto shi zero",
  "ar-Latn":
    "sifr wahid ithnan ithnayn thalatha arbaa arbaat khamsa sitta sabaa thamania thamaniya tisaa ashara",
  "el-Latn": "miden ena dyo tria tessera pente eksi efta epta okto ennia deka",
  ha: "sifili ɗaya biyu uku huɗu biyar shida bakwai takwas tara goma sittin ɗari dubu miliyan",
  "hi-Latn": "shunya ek do teen chaar char paanch panch chhe chhah saat sat aath nau das",
  "it-full": `zero uno una due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici
    sedici diciassette diciotto diciannove venti vent trenta trent quaranta quarant cinquanta cinquant sessanta sessant
    settanta settant ottanta ottant novanta novant cento mille mila milioni`,
  "ja-Latn": "zero ichi ni san yon shi go roku nana shichi hachi kyuu kyu juu",
  "ko-Latn": "yeong gong il i sam sa yuk chil pal gu hana dul set net daseot",
  "lt-full": "nulis vienas du trys keturi penki šeši septyni aštuoni devyni dešimt",
  "ru-Latn": "nol odin dva tri chetyre pyat shest sem vosem devyat desyat",
  yo: "odo òdo ookan ẹni eji meji eta mẹta erin mẹrin arun àrùn mefa ẹfa eje meje ẹjọ mejo esan ewa",
  "zh-Latn": "ling yi er san si wu liu qi ba jiu shi",
};

const fold = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

type Lexicon = ReadonlySet<string>;
const LEXICONS: readonly Lexicon[] = Object.values({ ...NUMBER_WORDS, ...ADDED }).map(
  (words) => new Set(words.split(/\s+/).map(fold)),
);
const CONNECTORS: Lexicon = new Set(["und", "en", "og", "och", "e", "i", "y", "a", "ja", "et"]);

const isStrong = (word: string): boolean => word.length >= MIN_STRONG_LETTERS && !ALSO_ENGLISH.has(word);

/**
 * Evidence weights of number words: 2 for a strong one, 1 for a longer English homograph, 0.5 for a short one. A strong
 * word next to another number word of its language reaches `PROOF`.
 */
const STRONG = 2;
const HOMOGRAPH = 1;
const SHORT = 0.5;
const PROOF = 3;
const weightOf = (word: string): number =>
  isStrong(word) ? STRONG : word.length >= MIN_STRONG_LETTERS ? HOMOGRAPH : SHORT;

/** The languages that have each number word, as positions in `LEXICONS`: most words of a text are in none. */
const LANGUAGES_BY_WORD = indexBy((word) => word);
/** The languages with a number word that begins with these letters. */
const LANGUAGES_BY_START = indexBy((word) =>
  word.length < MIN_STRONG_LETTERS ? null : word.slice(0, MIN_STRONG_LETTERS),
);

function indexBy(keyOf: (word: string) => string | null): ReadonlyMap<string, ReadonlySet<number>> {
  const index = new Map<string, Set<number>>();
  for (const [language, lexicon] of LEXICONS.entries()) {
    for (const word of lexicon) {
      const key = keyOf(word);
      if (key !== null) index.set(key, (index.get(key) ?? new Set()).add(language));
    }
  }
  return index;
}

/** Whether a whole word is at least two number words of one language, written together. */
function isCompound(word: string, lexicon: Lexicon): boolean {
  /** By end position: the largest weight of number words that cover the letters before it; -1 if none do. */
  const parts: number[] = [0];
  for (let end = 1; end <= word.length; end++) {
    let best = -1;
    for (let start = 0; start < end; start++) {
      const before = parts[start] ?? -1;
      if (before < 0) continue;
      const part = word.slice(start, end);
      if (lexicon.has(part)) best = Math.max(best, before + weightOf(part));
      else if (start > 0 && CONNECTORS.has(part)) best = Math.max(best, before);
    }
    parts.push(best);
  }
  return (parts[word.length] ?? -1) >= PROOF;
}

function isForeignCompound(word: string): boolean {
  if (word.length < MIN_COMPOUND_LETTERS || word.length > MAX_COMPOUND_LETTERS) return false;
  const languages = LANGUAGES_BY_START.get(word.slice(0, MIN_STRONG_LETTERS)) ?? [];
  return [...languages].some((language) => isCompound(word, LEXICONS[language] ?? new Set()));
}

/** Whether these words contain a number of this language: several of its number words together, not all also English. */
function hasNumberOf(words: readonly string[], lexicon: Lexicon): boolean {
  let weight = 0;
  let gap = 0;
  for (const word of words) {
    if (!lexicon.has(word)) {
      if (++gap > MAX_GAP) weight = 0;
      continue;
    }
    gap = 0;
    weight += weightOf(word);
    if (weight >= PROOF) return true;
  }
  return false;
}

function hasForeignNumber(words: readonly string[]): boolean {
  if (words.some(isForeignCompound)) return true;
  const languages = new Set(
    words.flatMap((word) => (isStrong(word) ? [...(LANGUAGES_BY_WORD.get(word) ?? [])] : [])),
  );
  return [...languages].some((language) => hasNumberOf(words, LEXICONS[language] ?? new Set()));
}

/** Letters and digits of other scripts. Fullwidth and mathematical forms are normalized to plain letters before. */
const OTHER_SCRIPT = /(?![\p{Script=Latin}\p{Script=Common}])\p{L}|\p{Nd}/gu;
const MIN_OTHER_SCRIPT = 2;

/** Whether a text has letters or digits of a script other than Latin. */
function hasOtherScript(text: string): boolean {
  const letters = text.normalize("NFKC").match(OTHER_SCRIPT) ?? [];
  return letters.filter((char) => !/[0-9]/.test(char)).length >= MIN_OTHER_SCRIPT;
}

const looksLikeName = (words: readonly string[]): boolean =>
  words.length <= MAX_NAME_WORDS && words.every((word) => /^\p{Lu}/u.test(word));

function isDetectedForeign(text: string): boolean {
  // Spelled letters ("A B C D") are not words.
  const words = (text.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? []).filter((word) => word.length > 1);
  if (words.length < MIN_WORDS || looksLikeName(words)) return false;
  const result = eld.detect(text);
  if (result.language === "" || result.language === "en" || !result.isReliable()) return false;
  const scores = result.getScores();
  return (scores[result.language] ?? 0) - (scores.en ?? 0) >= MIN_MARGIN;
}

/** Splits a text into sentences or shorter windows, as a long English turn hides a foreign sentence from a detector. */
const windowsOf = (text: string): string[] => text.split(/(?<=[.!?…])\s+|\n+/u).flatMap(cutAtWords);

/** Words, with long ones cut at `WINDOW_CHARS`. */
const WINDOW_WORDS = new RegExp(`\\S{1,${WINDOW_CHARS}}`, "gu");

/** Cuts a long sentence at its spaces into windows of about `WINDOW_CHARS`. */
function cutAtWords(sentence: string): string[] {
  if (sentence.length <= WINDOW_CHARS) return [sentence];
  const windows: string[] = [];
  let window = "";
  for (const word of sentence.match(WINDOW_WORDS) ?? []) {
    if (window.length + word.length > WINDOW_CHARS && window !== "") {
      windows.push(window);
      window = "";
    }
    window += `${word} `;
  }
  return [...windows, window];
}

/**
 * Whether a text in a conversation in English is recognized as another language: by its script, by number words
 * (Unicode CLDR), or by a statistical detector (`eld`). English masking cannot read such a text, so it is withheld.
 * One or two words without a number are not recognized.
 */
export function isForeign(text: string): boolean {
  if (hasOtherScript(text)) return true;
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  const folded = words.map(fold);
  if (hasForeignNumber(folded)) return true;
  return windowsOf(text).some(isDetectedForeign);
}
