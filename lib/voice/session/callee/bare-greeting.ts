/** Phrases with which people answer the telephone, by language. They ask nothing, so the agent opens the conversation. */
const PHRASES: Readonly<Record<string, RegExp>> = {
  en: /\b(?:hello|hi|hey|yes|yeah|yep|good (?:morning|afternoon|evening|day)|(?:who is|who's) (?:this|it|calling|there)|how (?:can|may) i help(?: you)?|thank you for calling)\b/g,
  es: /(?:hola|diga|d[ií]game|bueno|al[oó]|s[ií]|buenos d[ií]as|buenas tardes|qui[eé]n (?:es|habla))(?= |$)/g,
  de: /(?:hallo|ja|bitte|guten (?:tag|morgen|abend)|gr[uü](?:ss|ß) gott|wer ist da)(?= |$)/g,
  fr: /(?:all[oô]|oui|bonjour|bonsoir|qui est-ce|qui est à l'appareil)(?= |$)/g,
};

/** The name of the person, as English speakers say it on the telephone. */
const NAME = /^(?:(?:this is )?(?:[a-z']+ ){0,2}speaking|this is [a-z']+(?: [a-z']+)?)$/;

/** A greeting is short, and patterns read a bounded text. */
const MAX_CHARS = 120;

const collapse = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Whether words only answer the telephone, in the agent's language or in English. */
export function isBareGreeting(text: string, language: string): boolean {
  if (text.length > MAX_CHARS) return false;
  const normalized = collapse(
    text
      .toLowerCase()
      .replaceAll("’", "'")
      .replace(/[.,;!?¿¡]+/g, " "),
  );
  const patterns = [PHRASES[language.split("-")[0] ?? "en"], PHRASES.en];
  return patterns.some((pattern) => {
    if (pattern === undefined) return false;
    const remainder = collapse(normalized.replace(pattern, " "));
    return remainder === "" || NAME.test(remainder);
  });
}
