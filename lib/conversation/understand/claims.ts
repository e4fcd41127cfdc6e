import { wishWordsFor } from "./wish-words";
import { clausesOf } from "./wishes";
import { indexPatterns, readClause } from "./word-patterns";

/** Ways in which an agent says that somebody is, or will be, contacted no more. Written as lib/conversation/understand/word-patterns.ts reads them. */
const CLAIMS = [
  "{we} will not|never ever? be? {reach}|{reaching} {them} {anymore}?",
  "{we} will not|never ever? {reach} {them}? {anymore}",
  "{we} will no_longer {reach} {them}?",
  "{we} will|shall stop|cease {reaching} {them}?",
  "{we} have|has stopped {reaching} {them}",
  "nobody|no_one ~4 will {reach} {them} {anymore}?",
  "you will not|never|no_longer ever? be {reached} {anymore}?",
  "you will not|never|no_longer ever? hear from us|me {anymore}?",
  "you will not|never|no_longer ever? get|receive any? more|further? ~2 {pieces}",
  "{we} will|have|has just? now? also? {taking} {them} {off}? ~2",
  "{we} am|are now? removing|unsubscribing|deleting|taking {them} ~3",
  "{them} has|have been {taken}",
  "{them} has|have been unsubscribed|opted_out|suppressed|blocked",
  "{them} has|have been added|put to|on ~2 {dnc}",
  "{them} is|are now? {taken} {off} ~2 {list}",
  "{them} is|are now unsubscribed|opted_out|removed|suppressed",
  "{we} will|have add|added|put {them} to|on ~2 {dnc}",
  "consider yourself removed|unsubscribed|opted_out",
  "{we} will make_sure|see_to_it that? ~3 not|never|nobody|no_one {reach}|{reaches} {them}",
];

const EXTRA: Readonly<Record<string, string>> = {
  we: "we|i|they|our_team|our_company|the_team|we_all",
  them: "you|your_number|your_name|your_phone_number|your_phone|your_contact|your_details|your_information|you_and_your_number",
  taking:
    "remove|removed|take|taken|delete|deleted|unsubscribe|unsubscribed|opt|opted|suppressed|suppress|erase|erased",
};

/** Behind a claim these make it another sentence: "before nine", "about that". */
const OTHERWISE =
  "before after until about regarding unless if on at during while during by with for waiting guest appointment order".split(
    " ",
  );
/** A clause that begins with one of these only supposes it. */
const SUPPOSES = new Set(["if", "whether", "would", "should", "shall", "do", "did", "could"]);
/** Words that the built-in list of contractions does not have, as callers do not use them of themselves. */
const CONTRACTIONS: Readonly<Record<string, string>> = {
  "we'll": "we will",
  "we've": "we have",
  "we're": "we are",
  "you'll": "you will",
  "haven't": "have not",
};

const claims = (() => {
  const { groups } = wishWordsFor("en");
  return indexPatterns(CLAIMS, { ...groups, ...EXTRA });
})();

/** Whether an agent's words say that the caller is removed from what it contacts. A question says nothing. */
export function claimsOptOut(text: string, language = "en"): boolean {
  if (text.trimEnd().endsWith("?")) return false;
  const words = wishWordsFor(language);
  const contractions = { ...words.contractions, ...CONTRACTIONS };
  return clausesOf(text, { ...words, contractions }).some((tokens) => {
    if (SUPPOSES.has(tokens[0] ?? "")) return false;
    const { endsAt } = readClause(tokens);
    return tokens.some((_, at) =>
      endsAt(claims, at).some((end) => !tokens.slice(end, end + 3).some((word) => OTHERWISE.includes(word))),
    );
  });
}
