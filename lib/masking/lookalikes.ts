/**
 * Letters that look like Latin ones, in lower case and without marks. Source: Unicode's confusables.txt
 * (https://www.unicode.org/Public/security/latest/confusables.txt), the letters with the same shape in either case.
 */
const LATIN = new Map<string, string>();

const put = (from: string, to: string): void => {
  const letters = [...to];
  for (const [n, letter] of [...from].entries()) LATIN.set(letter, letters[n] ?? "");
};
// Cyrillic, Greek, Armenian, small capitals and letters of phonetic alphabets.
put("авеѕіјкмнорстухԁԛԝһѵӏүґгԍ", "abesijkmhopctyxdqwhvlyrrg");
put("αβγεζηικμνορςτυχϳϱ", "abyezhikmnopctuxjp");
put("օոսհցզյ", "onuhgqj");
put("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢɑɡɩıȷ", "abcdefghijklmnoprstuvwyzagiij");
put("łđðħøŋ", "lddhon");
for (const [letter, letters] of Object.entries({ ß: "ss", æ: "ae", œ: "oe", þ: "th" }))
  LATIN.set(letter, letters);

/** Replaces the lookalikes in a lower-case word by Latin letters. */
export function foldLookalikes(word: string): string {
  let result = "";
  for (const letter of word) result += LATIN.get(letter) ?? letter;
  return result;
}

/** Circled digits that Unicode does not decompose: first code point, its number, and the length of the sequence. */
const CIRCLED: readonly (readonly [from: number, first: number, count: number])[] = [
  [0x2776, 1, 10],
  [0x2780, 1, 10],
  [0x278a, 1, 10],
  [0x24eb, 11, 10],
  [0x24f5, 1, 10],
  [0x24ff, 0, 1],
];

/** The digits of a numeral in a circle, in parentheses or with a period; undefined for other characters (fractions). */
export function enclosedNumberOf(char: string): string | undefined {
  const [, plain] = /^[(.]?([0-9]+)[).,]?$/.exec(char.normalize("NFKC")) ?? [];
  if (plain !== undefined) return plain;
  const code = char.codePointAt(0) ?? 0;
  const row = CIRCLED.find(([from, , count]) => code >= from && code < from + count);
  return row === undefined ? undefined : String(row[1] + code - row[0]);
}
