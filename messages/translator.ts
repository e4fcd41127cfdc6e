import type { useFormatter, useTranslations } from "next-intl";
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

/** Formats dates, numbers and lists, for functions that are not components. */
export type Formatter = ReturnType<typeof useFormatter>;
