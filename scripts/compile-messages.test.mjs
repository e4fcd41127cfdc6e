import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import format from "icu-minify/format";
import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { CATALOGS } from "../messages/catalogs";
import { FORMATS, TIME_ZONE } from "../messages/formats";
import { messagesIn, sampleValues } from "../messages/testing/icu";
import { compileMessages } from "./compile-messages.mjs";

const folder = join(import.meta.dirname, "..", "messages");
/** The numbers of each plural form in most languages, zero, one with a thousands separator, and a fraction. */
const COUNTS = [0, 1, 2, 5, 1_234, 1.5];
const formatters = {
  getNumberFormat: (...options) => new Intl.NumberFormat(...options),
  getDateTimeFormat: (...options) => new Intl.DateTimeFormat(...options),
  getPluralRules: (...options) => new Intl.PluralRules(...options),
};

const moduleOf = async (source) =>
  import(`data:text/javascript,${encodeURIComponent(await compileMessages(source))}`);

/** The compiled messages of a language, as the browser loads them. */
async function loadCompiled(locale) {
  const files = readdirSync(join(folder, locale)).filter((name) => name !== "index.ts");
  const modules = await Promise.all(
    files.map((name) => moduleOf(readFileSync(join(folder, locale, name), "utf8"))),
  );
  return Object.assign({}, ...modules);
}

const messageAt = (catalog, key) => key.split(".").reduce((node, name) => node[name], catalog);

/** The text of a formatted message, whose parts between texts are an array. */
const textOf = (formatted) => [formatted].flat(Infinity).join("");

describe.each(Object.entries(CATALOGS))("the compiled messages of %s", (locale, load) => {
  it("format like the parsed messages", async () => {
    const messages = await load();
    const compiled = await loadCompiled(locale);
    const onError = (error) => {
      throw error;
    };
    const t = createTranslator({ locale, messages, formats: FORMATS, timeZone: TIME_ZONE, onError });
    const options = { formatters, formats: FORMATS, timeZone: TIME_ZONE };
    for (const [key, message] of messagesIn(messages))
      for (const count of /plural|number/.test(message) ? COUNTS : [1]) {
        const values = sampleValues(message, count);
        const text = textOf(format(messageAt(compiled, key), locale, values, options));
        expect(text, `${key} with ${count}`).toBe(t.markup(key, values));
      }
  });
});

describe("compiling a file", () => {
  it("keeps plain texts, and compiles arguments, plurals and tags", async () => {
    const source =
      'export const a = { b: "Text", c: { d: "{n, plural, one {# call} other {# calls}} of <b>{name}</b>" } } as const;';
    const { a } = await moduleOf(source);
    expect(a.b).toBe("Text");
    expect(Array.isArray(a.c.d)).toBe(true);
  });

  it("rejects a message that is not valid", async () => {
    await expect(compileMessages('export const a = { b: "{count, plural}" };')).rejects.toThrow();
  });
});
