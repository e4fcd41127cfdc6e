import { primaryLanguage } from "@/lib/platform/primary-language";

/** Fixed sentences that the engine says itself, independent of the model. */
export type EngineLine =
  | "ask_opt_out"
  | "opted_out"
  | "opt_out_stands"
  | "opt_out_undone"
  | "still_suppressed"
  | "not_opted_out"
  | "nothing_to_suppress"
  | "go_on"
  | "no_human"
  | "human_unreachable"
  | "cut_off"
  | "member_lost";

const LINES: Readonly<Record<EngineLine, string>> = {
  ask_opt_out: "Do you want us to stop contacting you?",
  opted_out: "I have removed your number, so we will not call or text you again. Did I get that right?",
  opt_out_stands: "Your number stays removed. Goodbye.",
  opt_out_undone: "All right, I have undone that.",
  still_suppressed:
    "Your number stays removed because of an earlier request, which I cannot undo in this conversation.",
  not_opted_out: "Nothing has changed: we may still contact you.",
  nothing_to_suppress: "There is no telephone number in this conversation, so there is nothing to remove.",
  go_on: "All right, let us go on.",
  no_human: "I am sorry, I cannot put you through to a person here, but I can go on with you.",
  human_unreachable: "I am sorry, nobody can be reached right now, but I can go on with you.",
  cut_off: "Sorry, we were cut off for a moment.",
  member_lost: "I am sorry, the person was disconnected. I can go on with you.",
};

/** Callers hear after a broken connection that they still talk to the same agent, so this line has more languages. */
const CUT_OFF: Readonly<Record<string, string>> = {
  de: "Entschuldigung, wir waren kurz unterbrochen.",
  es: "Disculpe, se ha cortado un momento.",
  fr: "Excusez-moi, nous avons été coupés un instant.",
  it: "Mi scusi, è caduta la linea per un momento.",
  nl: "Sorry, de verbinding was even weg.",
  pl: "Przepraszam, na chwilę nas rozłączyło.",
  pt: "Desculpe, a ligação caiu por um momento.",
};

/** Lines that ask a yes-no question. */
const QUESTIONS: ReadonlySet<EngineLine> = new Set(["ask_opt_out", "opted_out"]);

/** The words of a line in the language of the call, or in English if the engine does not have them in that language. */
export const engineLineText = (line: EngineLine, language: string): string =>
  (line === "cut_off" ? CUT_OFF[primaryLanguage(language)] : undefined) ?? LINES[line];
export const isQuestionLine = (line: EngineLine): boolean => QUESTIONS.has(line);
