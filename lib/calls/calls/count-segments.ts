/** Characters of the default alphabet of GSM 7 bit (3GPP TS 23.038, 6.2.1). */
const BASIC = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** Characters of its extension, which take two septets. */
const EXTENDED = new Set("^{}\\[~]|€\f");

/** Units of a single segment, and of each of several, which have a header. */
const GSM = { single: 160, joined: 153 };
const UCS2 = { single: 70, joined: 67 };

/** Septets of a text in GSM 7 bit; null if it has other characters. */
function countSeptets(text: string): number | null {
  let septets = 0;
  for (const char of text) {
    if (!BASIC.has(char) && !EXTENDED.has(char)) return null;
    septets += EXTENDED.has(char) ? 2 : 1;
  }
  return septets;
}

/** The segments in which carriers bill a text: in GSM 7 bit if its characters allow that, else in UCS-2. Zero for an empty one. */
export function countSegments(text: string): number {
  const septets = countSeptets(text);
  const [units, { single, joined }] = septets === null ? [text.length, UCS2] : [septets, GSM];
  if (units <= single) return units === 0 ? 0 : 1;
  return Math.ceil(units / joined);
}
