import { emails } from "./en/emails";

/** Namespaces of texts that processes without pages send. */
const NAMESPACES = { emails } as const;

type Tree = { readonly [key: string]: string | Tree };
/** The keys of a namespace: `reset.title`. */
type KeyOf<T extends Tree> = {
  [Name in keyof T & string]: T[Name] extends Tree ? `${Name}.${KeyOf<T[Name]>}` : Name;
}[keyof T & string];
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

function messageAt(tree: Tree, key: string): string {
  const message = key
    .split(".")
    .reduce<string | Tree | undefined>((node, name) => (typeof node === "object" ? node[name] : node), tree);
  if (typeof message !== "string") throw new TypeError(`There is no message ${key}.`);
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
