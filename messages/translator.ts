import type { MessageKeys, NestedKeyOf, NestedValueOf, useFormatter, useTranslations } from "next-intl";
import type { Locale } from "./catalogs";
import type { en } from "./en";
import type { FORMATS } from "./formats";

declare module "next-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: typeof en;
    Formats: typeof FORMATS;
  }
}

/** A part of the catalog: `calls` or `calls.turns`. */
export type Namespace = NonNullable<Parameters<typeof useTranslations>[0]>;

/** Translates the messages of a namespace, for functions that are not components. */
export type Translator<N extends Namespace> = ReturnType<typeof useTranslations<N>>;

/** The keys of the messages of a namespace: `status.no_answer`. */
export type KeyOf<Messages> = MessageKeys<Messages, NestedKeyOf<Messages>>;

/**
 * Translates these messages of a namespace, which have no arguments. A page's translator and `serverTranslator`
 * both have this type, so that a page and a file that the server writes share a function.
 */
export type PlainTranslator<N extends Namespace, Key extends KeyOf<NestedValueOf<typeof en, N>>> = (
  key: Key,
) => string;

/** Formats dates, numbers and lists, for functions that are not components. */
export type Formatter = ReturnType<typeof useFormatter>;
