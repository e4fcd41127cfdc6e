/** Lower case, straight apostrophes and single spaces, as the patterns of this folder expect. */
export const plainWords = (text: string): string =>
  (
    text
      .toLowerCase()
      .normalize("NFKC")
      .replace(/[\u2018\u2019\u02bc]/g, "'")
      .match(/[\p{L}\p{N}']+/gu) ?? []
  )
    .map((word) => WRITTEN[word] ?? word)
    .join(" ");

/** Spellings without an apostrophe, as some transcribers write them, and digits that mean a key. */
const WRITTEN: Readonly<Record<string, string>> = {
  dont: "don't",
  didnt: "didn't",
  doesnt: "doesn't",
  cant: "can't",
  wont: "won't",
  wouldnt: "wouldn't",
  isnt: "isn't",
  im: "i'm",
  id: "i'd",
  ill: "i'll",
  thats: "that's",
  its: "it's",
  "9": "nine",
};

/** Phrases of an answering machine. */
const MAILBOX =
  /\b(?:after the (?:tone|beep|signal)|at the (?:tone|beep|signal)|leave (?:me |us )?(?:a|your|the) (?:brief |short |detailed )?(?:message|name)|come to the phone|take your call|answer your call|answer the phone|is (?:not |un)available|are (?:not |un)available|(?:can't|cannot|not able to|unable to) (?:come|take|answer|get) (?:to )?(?:the|your|my) (?:phone|call)|voice ?mail|mailbox|you have reached|you've reached)\b/;
/** Whether these normalized words are a mailbox's greeting. */
export const isMailbox = (words: string): boolean => MAILBOX.test(words);
