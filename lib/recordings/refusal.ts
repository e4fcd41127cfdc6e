/** Ways in which somebody says that they want no recording, in English, as a recogniser writes them. */
const REFUSALS = [
  /\b(?:do ?n['’o]?t|do not|dont|never|stop|quit|cease)\s+(?:you\s+)?record(?:ing)?\b/,
  /(?:\bnot|n['’]?t)\s+(?:want|wish|like|agree|consent|allow)\b.{0,30}\b(?:recorded|recording|to record)\b/,
  /\b(?:object|refuse|decline)\b.{0,20}\brecord(?:ed|ing)\b/,
  /\bno recording\b/,
  /\bwithout (?:a |the |being )?record(?:ing|ed)\b/,
  /\b(?:turn|switch)\s+(?:off\s+(?:the\s+|that\s+)?recording|(?:the\s+|that\s+)?recording\s+off)\b/,
];

/** Whether these words refuse a recording. */
export const isRefusal = (text: string): boolean => {
  const said = text.toLowerCase();
  return REFUSALS.some((refusal) => refusal.test(said));
};
