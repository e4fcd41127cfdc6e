import type { en } from "./en";

/** The shape of `T` with any text in place of each message. */
type Texts<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : Texts<T[Key]> };

/** The messages of a language. English decides the keys, so that a language with a missing key does not compile. */
export type Catalog = Texts<typeof en>;

/** The languages of the dashboard. The browser loads the catalog of its language as a separate, cached file. */
export const CATALOGS = {
  en: async () => (await import("./en")).en,
} satisfies Record<string, () => Promise<Catalog>>;

export type Locale = keyof typeof CATALOGS;

/** The messages of a language, in the type of the English ones, which `next-intl` derives keys and arguments from. */
export const loadCatalog = async (locale: Locale): Promise<typeof en> =>
  (await (CATALOGS[locale]() as Promise<Catalog>)) as typeof en;
