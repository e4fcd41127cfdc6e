import { calls } from "./en/calls";
import { common } from "./en/common";
import { emails } from "./en/emails";
import type { KeyOf } from "./translator";

/** Namespaces with texts of emails and of the files of calls, which are written without pages. */
const NAMESPACES = { emails, calls, common } as const;

type Tree = { readonly [key: string]: string | Tree };
type MessageOf<T extends Tree, Key extends string> = Key extends `${infer Name}.${infer Remainder}`
  ? T[Name] extends Tree
    ? MessageOf<T[Name], Remainder>
    : never
  : T[Key];
/** The names of the arguments in a message. */
type ArgumentOf<Message> = Message extends `${string}{${infer Name}}${infer Remainder}`
  ? Name | ArgumentOf<Remainder>
  : never;
type Values<Message> = [ArgumentOf<Message>] extends [never]
  ? []
  : [values: Readonly<Record<ArgumentOf<Message>, string>>];

const ARGUMENT = /\{(\w+)\}/g;
/** Parts of messages that only `next-intl` formats: plurals and tags. */
const FORMATTED = /[{}<>]/;

function messageAt(tree: Tree, key: string): string {
  const message = key
    .split(".")
    .reduce<string | Tree | undefined>((node, name) => (typeof node === "object" ? node[name] : node), tree);
  if (typeof message !== "string") throw new TypeError(`There is no message ${key}.`);
  if (FORMATTED.test(message.replaceAll(ARGUMENT, "")))
    throw new TypeError(`The message ${key} has plurals or tags, which only pages format.`);
  return message;
}

/**
 * Translates texts of processes that run without `next-intl`, which is only part of the pages. Messages have plain
 * arguments, and a value is inserted as it is: neither braces nor tags in it have a meaning.
 */
export function serverTranslator<N extends keyof typeof NAMESPACES>(namespace: N) {
  type Messages = (typeof NAMESPACES)[N];
  return <Key extends KeyOf<Messages>>(key: Key, ...[values]: Values<MessageOf<Messages, Key>>): string => {
    const all: Readonly<Record<string, string>> = values ?? {};
    return messageAt(NAMESPACES[namespace], key).replaceAll(ARGUMENT, (_, name: string) => {
      const value = all[name];
      if (value === undefined) throw new TypeError(`The message ${key} needs ${name}.`);
      return value;
    });
  };
}
