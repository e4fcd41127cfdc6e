/** ISO 639 codes that occur in the names of published models. */
const CODES = new Set(
  "af ar az be bg bn bs ca cs cy da de el en es et fa fi fr gl he hi hr hu hy id is it ja ka kk km kn ko lt lv mk ml mn mr ms mt my ne nl no pa pl pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi yue zh".split(
    " ",
  ),
);

/**
 * The languages that a model's name states, as in `streaming-zipformer-bilingual-zh-en-2023-02-20`; null if it states
 * none.
 */
export function languagesOfName(name: string): string[] | null {
  const codes = name
    .toLowerCase()
    .split(/[-_.]/)
    .filter((part) => CODES.has(part));
  return codes.length === 0 ? null : [...new Set(codes)];
}
