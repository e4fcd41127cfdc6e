// The words that docs/glossary.md's check refuses. Add a word here when a reader had to guess what it means.

/** Names that say nothing about what they hold: participles, pronouns, adverbs and prepositions. Name the thing instead. */
export const VAGUE_NAMES = new Set(
  `found known kept said asked told given made taken seen held heard shown met gone meant wanted sought begun began
  spoken written drawn chosen told meant felt thought tried wished hoped thrown shut cut
  own rest out one ones how what who whom whose which that these those other others mine theirs ours yours his her
  it its them us me everything nothing something somebody nobody anybody everybody whoever whatever
  both most least many few such same else here there why once again anew elsewhere aside alone also
  about within around behind beside beyond above below through across otherwise instead
  way ways lot room door house world desk deed deeds strain manner stretch habit habits hush
  happen happens goesOn goOn ownTurn converse alongside holds stands stand
  is has was can
  octets tally gather together still
  Found Known Kept Said Asked Told Given Made Taken Seen Held Heard Shown Met Gone Meant Wanted Begun Spoken Written
  Chosen Rest Out One How What Who Whose Which Own Other Others Mine Theirs Way Place Lot Room Door House World Desk
  Deed Strain Manner Stretch Habit Stands Stand Standing Scene Ear Hush Sayings Taboo Needle Octets
  Recogniser Speaker Detector Loaded Founded Founding Heeded Joined Judged Missed Mistaken Supposing`
    .split(/\s+/)
    .filter(Boolean),
);

/** Phrases of an older idiom, each with its plain form. They are looked for in comments, guides, titles of tests and texts. */
export const PHRASES = [
  [
    /\b(?:who|what|which|when|where)(?:so)?ever\b/i,
    "name the subject: the caller, the admin, the request, the row",
  ],
  [
    /\b(?:some|no|any|every)body(?:'s)?\b/i,
    "name the person: the caller, the admin, the operator, or write no one",
  ],
  [/\banew\b/i, "again"],
  [/\bas yet\b/i, "yet"],
  [/\b(?:of|on) (?:its|their|his|her|our|your|my) own\b/i, "separate, its own, or nothing"],
  [/\bgo(?:es|ing)? on\b(?! (?:the|a|an|to (?:the|a)) )/i, "continues, is in progress"],
  [/\bwent on\b/i, "continued"],
  [/\b(?:by|for|in|of) itself\b/i, "alone, automatically, or nothing"],
  [/\bput(?:s|ting)? off\b/i, "deferred"],
  [/\b(?:left|leave[sd]?|leaving|let|lets) (?:\w+ )?alone\b/i, "suppressed, unchanged"],
  [/\bone another\b/i, "each other"],
  [/\ball that there is\b/i, "everything, or name the thing"],
  [/\bby the clock\b(?! of)/i, "scheduled"],
  [/\bgiven up\b/i, "permanently failed"],
  [/\bgiv(?:es?|ing) up\b/i, "stops, fails permanently"],
  [/\bat a stroke\b|\bin one breath\b|\bin the same breath\b/i, "at once"],
  [/\bbecomes? of\b|\bbecame of\b/i, "the result of"],
  [/\boctets?\b/i, "bytes"],
  [
    /\bnought\b|\bwhilst\b|\bhence\b|\bthereby\b|\btherein\b|\bthereof\b|\bwherein\b|\blest\b/i,
    "plain modern English",
  ],
  [/\bis (?:it|that|this) so\b/i, "plain modern English"],
  [/\b(?:those|these|that) (?:who|which)\b/i, "name the noun: callers who, rows that"],
  [/\b(?:un)?recogni[sz]ers?\b/i, "transcriber"],
];

/** British spellings, as a stem each. Quotations of callers may keep theirs: spoken phrases are not read. */
export const BRITISH =
  /\b\w*(?:organis|recognis|initialis|normalis|authoris|serialis|summaris|anonymis|customis|optimis|minimis|categoris|synthesis[ei](?!s)|finalis|prioritis|utilis|realis(?!t)|behaviour|neighbour|favour|honour|colour|labour|cancell(?!ation)|catalogue|dialogue|centre|licence|defence|grey|enrol(?!l)|fulfil(?!l)|analyse|travell|labell|modell|signall)\w*/i;

/** A comment or a title that begins so is a clause, not a sentence. */
export const CLAUSE_START = /^(?:What|Whoever|Who|That which|Whether it is so)\b(?![^.]*\?)/;
