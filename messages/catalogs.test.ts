import { createTranslator, type IntlError } from "next-intl";
import { expect, it } from "vitest";
import { CATALOGS, type Locale } from "./catalogs";
import { en } from "./en";
import { FORMATS, TIME_ZONE } from "./formats";
import { mapMessages, messagesIn, placeholdersOf, pseudoMessage, sampleValues } from "./testing/icu";

type Tree = Parameters<typeof mapMessages>[0];
/** A translator of keys that are only known at run time. */
type AnyTranslator = { markup(key: string, values: ReturnType<typeof sampleValues>): string };
/** The numbers of each plural form in most languages, zero, and one with a thousands separator. */
const COUNTS = [0, 1, 2, 5, 1_234];

/** Formats the messages of a catalog, or those with a number, and returns the results by key. */
function formatAll(
  locale: string,
  catalog: Tree,
  count: number,
  select: (message: string) => boolean = () => true,
): Map<string, string> {
  const onError = (error: IntlError) => {
    throw error;
  };
  const config = { locale: locale as Locale, formats: FORMATS, timeZone: TIME_ZONE, onError };
  const t = createTranslator({ ...config, messages: catalog }) as unknown as AnyTranslator;
  return new Map(
    messagesIn(catalog)
      .filter(([, message]) => select(message))
      .map(([key, message]) => [key, t.markup(key, sampleValues(message, count))]),
  );
}

it.each(Object.entries(CATALOGS))("every message of %s formats", async (locale, load) => {
  const catalog: Tree = await load();
  const hasNumber = (message: string) => /plural|number/.test(message);
  for (const count of COUNTS)
    for (const [key, text] of formatAll(locale, catalog, count, count === 0 ? undefined : hasNumber)) {
      expect(text, key).not.toBe("");
      expect(text, key).not.toMatch(/[{}]|undefined/);
    }
});

it.each(Object.entries(CATALOGS))(
  "the messages of %s have the keys and placeholders of English",
  async (_, load) => {
    const placeholders = (catalog: Tree) =>
      Object.fromEntries(messagesIn(catalog).map(([key, message]) => [key, placeholdersOf(message)]));
    expect(placeholders(await load())).toEqual(placeholders(en));
  },
);

it("a second language is only a catalog: pseudo-translated messages format with the same values", () => {
  const pseudo = mapMessages(en, pseudoMessage);
  const english = formatAll("en", en, 5);
  const translated = formatAll("en-XA", pseudo, 5);
  expect([...translated.keys()]).toEqual([...english.keys()]);
  for (const [key, message] of messagesIn(en))
    expect(placeholdersOf(pseudoMessage(message)), key).toEqual(placeholdersOf(message));
  expect(translated.get("errors.problem.validation_error")).toBe("5 fíélds áré nót válíd.");
  const isTranslated = (key: string) =>
    /[aeou]/.test(english.get(key) ?? "") && english.get(key) !== translated.get(key);
  expect([...translated.keys()].filter(isTranslated).length).toBeGreaterThan(translated.size * 0.9);
});
