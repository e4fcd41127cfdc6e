import AxeBuilder from "@axe-core/playwright";
import { expect, type Locator, type Page, test } from "@playwright/test";

const HEIGHT_PX = 900;
/**
 * The looks at every page: both schemes, the narrowest and a common width. Colours do not go by the width, so that two
 * looks see what four would. The common one comes last, as the test goes on in it.
 */
const LOOKS = [
  { colorScheme: "dark", width: 390 },
  { colorScheme: "light", width: 1280 },
] as const;

/** How a browser has it that opens pages in the first look, as theirs may be another code than a change of it. */
export const NARROW_AND_DARK = { colorScheme: "dark", viewport: { width: 390, height: HEIGHT_PX } } as const;

/** What a page complained about, a breach of the content security policy too, and whom it asked besides this server. */
export type Heard = { complaints: string[]; foreign: string[] };

/**
 * The browser's hint goes by the clock: a busy machine has it for what is used a moment later, a fast one does not for what
 * never is.
 */
const BY_THE_CLOCK = "was preloaded using link preload but not used within a few seconds";

/** Listens from now on. */
export function listen(page: Page, baseURL: string | undefined): Heard {
  const own = new URL(baseURL ?? "").host;
  const heard: Heard = { complaints: [], foreign: [] };
  page.on("console", (message) => {
    const isComplaint = message.type() === "error" || message.type() === "warning";
    if (!isComplaint || message.text().includes(BY_THE_CLOCK)) return;
    // What could not be fetched is named by where it was asked for alone.
    heard.complaints.push(`${message.text()} ${message.location().url}`.trim());
  });
  page.on("pageerror", (error) => heard.complaints.push(error.message));
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith("http") && host !== own) heard.foreign.push(host);
  });
  return heard;
}

/**
 * A text that can be seen. What a page streams lies hidden in its document until it is put in its place, and a browser
 * may have rendered the same text there already.
 */
export const visibleText = (
  inside: Page | Locator,
  text: string | RegExp,
  options?: { exact?: boolean },
): Locator => inside.getByText(text, options).filter({ visible: true });

/** The page as it stands has nothing that axe finds, and nothing to scroll to at its side. */
export async function expectAccessible(page: Page): Promise<void> {
  // What fades in is pale until it is there; what pulses goes on for ever.
  const fading = () =>
    document
      .getAnimations()
      .filter((one) => one.playState === "running" && one.effect?.getTiming().iterations !== Infinity).length;
  await expect.poll(() => page.evaluate(fading)).toBe(0);
  // The document has no title for some milliseconds during a navigation.
  await expect(page).toHaveTitle(/./);
  // No page has frames; the other mode opens a page of its own for each look, which takes longer than the look.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .analyze();
  expect(violations).toEqual([]);
  // The page behind a dialog may be read anew meanwhile; it is looked at once it stands.
  await expect.poll(() => page.evaluate(whatSticksOut)).toEqual([]);
}

/** In the page: nothing, if there is nothing to scroll to at its side; else by how much, and what reaches over the edge. */
function whatSticksOut(): string[] {
  const over = document.documentElement.scrollWidth - innerWidth;
  if (over <= 0) return [];
  const named = (one: Element) =>
    `${one.tagName} ${one.className} to ${one.getBoundingClientRect().right} px: ${one.textContent?.slice(0, 40)}`;
  const beyond = [...document.body.querySelectorAll("*")].filter(
    (one) => one.getBoundingClientRect().right > innerWidth,
  );
  return [`${over} px too wide`, ...beyond.map(named)];
}

/** The page or dialog as it stands, in each look. */
export async function lookAt(page: Page): Promise<void> {
  for (const { colorScheme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: HEIGHT_PX });
    const other = colorScheme === "dark" ? "light" : "dark";
    await expect(page.locator(`html[data-mantine-color-scheme=${other}]`)).toHaveCount(0);
    await test.step(`${colorScheme}, ${width} px wide`, () => expectAccessible(page));
  }
}
