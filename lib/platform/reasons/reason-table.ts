import type { ErrorCode } from "./codes";

/**
 * A sentence of the API in English, with a placeholder such as `{max}` for each of its parameters. `singular` is the sentence for a
 * `count` of 1. `isStandard`: the standard sentence of its code, whose name the reason then has.
 */
type Sentence = { message: string; singular?: string; isStandard?: true };

/** Errors by reason. */
export type ErrorReasons = Readonly<Record<string, Sentence & { code: ErrorCode }>>;

/** Problems of a part of a request by reason. */
export type DetailReasons = Readonly<Record<string, Sentence & { code: string }>>;

/** The names of the placeholders in a sentence. Braces around anything but a name are text, such as an example in JSON. */
export type PlaceholderOf<Message extends string> =
  Message extends `${string}{${infer Name}}${infer Remainder}`
    ? (Name extends `${string}${" " | '"'}${string}` ? never : Name) | PlaceholderOf<Remainder>
    : never;

/**
 * The parameters of a sentence: limits and names of the API. A sent value is one of them only where the sentence must name it: the host
 * of an address that the operator has not listed, placeholders of a prompt. Clients translate an error by its reason and
 * these parameters.
 */
export type MessageParams = Readonly<Record<string, string | number>>;

/** A name in single braces. */
const PLACEHOLDER = /(?<!\{)\{(\w+)\}/g;

/** The names of the placeholders in a sentence, each once. */
export const placeholdersIn = (message: string): string[] => [
  ...new Set([...message.matchAll(PLACEHOLDER)].map(([, name = ""]) => name)),
];

/** A sentence with its parameters in place. Throws a `TypeError` if one is missing. */
export const writeSentence = ({ message, singular }: Sentence, params: MessageParams = {}): string =>
  (singular !== undefined && params.count === 1 ? singular : message).replaceAll(
    PLACEHOLDER,
    (_, name: string) => {
      const value = params[name];
      if (value === undefined) throw new TypeError(`A sentence needs ${name}.`);
      return String(value);
    },
  );
