/**
 * How English letters are mostly said, in the sounds of the CMU dictionary, longest first. For names that no dictionary
 * has: near enough to be told from the other choices, no more. After the rules of D. H. Klatt and H. S. Elovitz et al.,
 * "Automatic Translation of English Text to Phonetics" (1976), much shortened.
 */
const GRAPHEMES: readonly (readonly [RegExp, string])[] = [
  [/^tion/, "SH AH N"],
  [/^sion/, "ZH AH N"],
  [/^cious/, "SH AH S"],
  [/^ough/, "AO"],
  [/^eigh/, "EY"],
  [/^augh/, "AO"],
  [/^igh/, "AY"],
  [/^tch/, "CH"],
  [/^sch/, "SH"],
  [/^dge/, "JH"],
  [/^eau/, "OW"],
  [/^air/, "EH R"],
  [/^ear/, "IH R"],
  [/^eer/, "IH R"],
  [/^our/, "AO R"],
  [/^oor/, "AO R"],
  [/^ch/, "CH"],
  [/^sh/, "SH"],
  [/^th/, "TH"],
  [/^ph/, "F"],
  [/^wh/, "W"],
  [/^gh/, "G"],
  [/^kn/, "N"],
  [/^wr/, "R"],
  [/^qu/, "K W"],
  [/^ck/, "K"],
  [/^ng(?=$|[^aeiouy])/, "NG"],
  [/^nk/, "NG K"],
  [/^ee|^ea|^ie/, "IY"],
  [/^oo/, "UW"],
  [/^ou/, "AW"],
  [/^ow$/, "OW"],
  [/^ow/, "AW"],
  [/^oi|^oy/, "OY"],
  [/^oa|^oe/, "OW"],
  [/^ai|^ay|^ei|^ey/, "EY"],
  [/^au|^aw/, "AO"],
  [/^ew|^ue|^eu|^ui/, "UW"],
  [/^ar/, "AA R"],
  [/^or/, "AO R"],
  [/^er|^ir|^ur|^yr/, "ER"],
  // A vowel before one consonant and a silent e at the end is long.
  [/^a(?=[^aeiouywx]e$)/, "EY"],
  [/^e(?=[^aeiouywx]e$)/, "IY"],
  [/^i(?=[^aeiouywx]e$)/, "AY"],
  [/^o(?=[^aeiouywx]e$)/, "OW"],
  [/^u(?=[^aeiouywx]e$)/, "UW"],
  [/^c(?=[eiy])/, "S"],
  [/^g(?=[eiy])/, "JH"],
  [/^x/, "K S"],
  [/^le$/, "AH L"],
];
const LETTERS: Readonly<Record<string, string>> = {
  a: "AE",
  b: "B",
  c: "K",
  d: "D",
  e: "EH",
  f: "F",
  g: "G",
  h: "HH",
  i: "IH",
  j: "JH",
  k: "K",
  l: "L",
  m: "M",
  n: "N",
  o: "AA",
  p: "P",
  q: "K",
  r: "R",
  s: "S",
  t: "T",
  u: "AH",
  v: "V",
  w: "W",
  x: "K S",
  y: "IY",
  z: "Z",
};
const AT_START: readonly (readonly [RegExp, string])[] = [
  [/^x/, "Z"],
  [/^y(?=[aeiou])/, "Y"],
  [/^ps/, "S"],
  [/^pn/, "N"],
  [/^gn/, "N"],
];
const AT_END: readonly (readonly [RegExp, string])[] = [
  [/^e$/, ""],
  [/^a$/, "AH"],
  [/^o$/, "OW"],
  [/^i$/, "IY"],
  [/^es$/, "Z"],
  [/^ed$/, "D"],
];

const VOWEL = /^[AEIOU]/;

/** As it is said in haste: every vowel after the first is the neutral one, but for the last sound. */
function hurried(sounds: readonly string[]): string {
  const first = sounds.findIndex((sound) => VOWEL.test(sound));
  return sounds
    .map((sound, i) =>
      i > first && i < sounds.length - 1 && VOWEL.test(sound) && sound !== "ER" ? "AH" : sound,
    )
    .join(" ");
}

/** The ways to say a word of Latin letters; none where it has no sound or is too long to be a word. */
export function soundsOf(word: string): string[] {
  let remaining = word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("'", "");
  if (!/^[a-z]{2,30}$/.test(remaining)) return [];
  const sounds: string[] = [];
  for (let start = true; remaining !== ""; start = false) {
    // A doubled consonant is said once.
    if (/^([b-df-hj-np-tv-z])\1/.test(remaining)) remaining = remaining.slice(1);
    const rules = [...(start ? AT_START : AT_END), ...GRAPHEMES];
    const matching = rules.find(([letters]) => letters.test(remaining));
    const length = matching?.[0].exec(remaining)?.[0].length ?? 1;
    sounds.push(matching?.[1] ?? LETTERS[remaining.charAt(0)] ?? "");
    remaining = remaining.slice(length);
  }
  const spokenSounds = sounds.flatMap((sound) => sound.split(" ")).filter((sound) => sound !== "");
  return spokenSounds.length === 0 ? [] : [...new Set([spokenSounds.join(" "), hurried(spokenSounds)])];
}
