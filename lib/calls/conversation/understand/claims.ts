import {
  CLAIM_ADVERBS,
  CLAIM_CONTRACTIONS,
  CLAIM_GROUPS,
  CLAIM_QUALIFIERS,
  CLAIM_TAILS,
  CLAIMS,
  EXACT_CLAIMS,
  SUPPOSING,
  SUPPOSING_FIRST,
} from "./claim-words.en";
import { markedClausesOf } from "./clauses";
import { wishWordsFor } from "./wish-words-for";
import { indexPatterns, readClause } from "./word-patterns";

/** Before a claim without a subject. */
const NEGATIONS: ReadonlySet<string> = new Set(["not", "never", "cannot"]);
/** A sentence that begins with one of these says what would happen: "once you text STOP, we will not message you". */
const CONDITIONS: ReadonlySet<string> = new Set(["if", "once", "when", "whenever", "unless", "after"]);
/** Words behind a claim that are looked at for what makes it another sentence. */
const QUALIFIER_REACH = 3;

/** Lists that an agent speaks of and a caller does not. */
const MORE_KINDS = "outreach|active|internal|campaign|calls|notification|outbound|dial";

const { claims, exactClaims } = (() => {
  const { groups: words } = wishWordsFor("en");
  const { kinds = "" } = words;
  const groups = { ...words, ...CLAIM_GROUPS, kinds: `${kinds}|${MORE_KINDS}` };
  return { claims: indexPatterns(CLAIMS, groups), exactClaims: indexPatterns(EXACT_CLAIMS, groups) };
})();

function isClaim(words: readonly string[]): boolean {
  const tokens = words.filter((word) => !CLAIM_ADVERBS.has(word));
  if (SUPPOSING_FIRST.has(tokens[0] ?? "")) return false;
  const supposed = tokens.findIndex((word) => SUPPOSING.has(word));
  const { endsAt } = readClause(tokens);
  const isOther = (end: number): boolean =>
    tokens.slice(end, end + QUALIFIER_REACH).some((word) => CLAIM_QUALIFIERS.has(word));
  const isEnd = (end: number): boolean =>
    end >= tokens.length || (CLAIM_TAILS.includes(tokens[end] ?? "") && !tokens.slice(end).includes("if"));
  return tokens.some((_, at) => {
    if ((supposed >= 0 && supposed < at) || NEGATIONS.has(tokens[at - 1] ?? "")) return false;
    return endsAt(claims, at).some((end) => !isOther(end)) || endsAt(exactClaims, at).some(isEnd);
  });
}

/** Whether an agent's words say that the caller is removed from what it contacts. A question says nothing. */
export function claimsOptOut(text: string, language = "en"): boolean {
  if (text.trimEnd().endsWith("?")) return false;
  const words = wishWordsFor(language);
  const contractions = { ...words.contractions, ...CLAIM_CONTRACTIONS };
  let isSupposed = false;
  return markedClausesOf(text, { ...words, contractions }).some(({ tokens, mark }) => {
    isSupposed ||= CONDITIONS.has(tokens[0] ?? "");
    const hasClaim = !isSupposed && isClaim(tokens);
    if (mark !== ",") isSupposed = false;
    return hasClaim;
  });
}
