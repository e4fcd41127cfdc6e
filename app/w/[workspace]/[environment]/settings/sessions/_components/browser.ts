import type { Translator } from "@/messages/translator";

/** In this order: a browser's header also names the browsers that it is based on. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/(Firefox|FxiOS)\//, "Firefox"],
  [/(Chrome|Chromium|CriOS)\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

const first = (table: readonly [RegExp, string][], text: string): string | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1];

type Browser = { name: string; isMobile: boolean };

/** Readable name of a User-Agent header, for display only: clients can send any value. */
export function browserOf(t: Translator<"account.sessions">, userAgent: string | null): Browser {
  const text = userAgent ?? "";
  const browser = first(BROWSERS, text);
  const system = first(SYSTEMS, text);
  return {
    name:
      browser === undefined
        ? t("unknownBrowser")
        : system === undefined
          ? browser
          : t("browser", { browser, system }),
    isMobile: /Mobile|iPhone|Android/.test(text),
  };
}
