import AxeBuilder from "@axe-core/playwright";
import { expect, type Locator, type Page, test } from "@playwright/test";

const HEIGHT_PX = 900;
/**
 * Variants in which every page is checked: both color schemes, the narrowest and a common width. Colors do not depend on the
 * width, so two variants cover all four. The common width comes last, as the test continues in it.
 */
const USUAL_LOOKS = [
  { colorScheme: "dark", width: 390 },
  { colorScheme: "light", width: 1280 },
] as const;
/** E2E_EVERY_LOOK=1 checks each scheme at each width, which takes three times as long and is no part of CI. */
const EVERY_LOOK = ([390, 900, 1440] as const).flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ colorScheme, width })),
);
const LOOKS = process.env.E2E_EVERY_LOOK === "1" ? [...EVERY_LOOK, ...USUAL_LOOKS] : USUAL_LOOKS;
/** Further widths, at which only the layout is checked. */
const WIDTHS = [900, 1440] as const;

/** How a browser has it that opens pages in the first look, as theirs may be another code than a change of it. */
export const NARROW_AND_DARK = { colorScheme: "dark", viewport: { width: 390, height: HEIGHT_PX } } as const;

/** Errors that a page logged, including CSP violations, and the other hosts that it requested. */
export type PageLog = { complaints: string[]; foreign: string[] };

/**
 * The browser's hint depends on timing: a busy machine shows it for a resource that is used a moment later, and a fast one
 * does not show it for an unused one.
 */
const BY_THE_CLOCK = "was preloaded using link preload but not used within a few seconds";

/** Listens from now on. */
export function listen(page: Page, baseURL: string | undefined): PageLog {
  const ownHost = new URL(baseURL ?? "").host;
  const pageLog: PageLog = { complaints: [], foreign: [] };
  page.on("console", (message) => {
    const isComplaint = message.type() === "error" || message.type() === "warning";
    if (!isComplaint || message.text().includes(BY_THE_CLOCK)) return;
    // A failed fetch is identified only by its source location.
    pageLog.complaints.push(`${message.text()} ${message.location().url}`.trim());
  });
  page.on("pageerror", (error) => pageLog.complaints.push(error.message));
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith("http") && host !== ownHost) pageLog.foreign.push(host);
  });
  return pageLog;
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

/**
 * Does something, and waits for a text that the page then has for a moment only. An assertion looks once a second and can
 * miss it; this looks at every frame, from before the act.
 */
export async function showsBriefly(page: Page, text: string, act: () => Promise<void>): Promise<void> {
  const isVisible = (words: string): boolean => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { nodeValue, parentElement } = texts.currentNode;
      if (nodeValue?.trim() === words && parentElement?.checkVisibility()) return true;
    }
    return false;
  };
  await Promise.all([page.waitForFunction(isVisible, text, { polling: "raf" }), act()]);
}

/** The page as it stands has nothing that axe finds, and nothing to scroll to at its side. */
export async function expectAccessible(page: Page): Promise<void> {
  // Fading elements have low contrast until they are visible; pulsing elements never finish.
  const fading = () =>
    document
      .getAnimations()
      .filter(
        (animation) =>
          animation.playState === "running" && animation.effect?.getTiming().iterations !== Infinity,
      ).length;
  await expect.poll(() => page.evaluate(fading)).toBe(0);
  // The document has no title for some milliseconds during a navigation.
  await expect(page).toHaveTitle(/./);
  // No page has frames. axe's other mode opens a new page for each check, which takes longer than the check.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .analyze();
  expect(violations).toEqual([]);
  await expectNothingSticksOut(page);
}

/** The page behind a dialog may refresh meanwhile; it is checked once it is stable. */
const expectNothingSticksOut = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(whatSticksOut)).toEqual([]);

/** In the page: nothing, if there is nothing to scroll to at its side; else by how much, and what reaches over the edge. */
function whatSticksOut(): string[] {
  const over = document.documentElement.scrollWidth - innerWidth;
  if (over <= 0) return [];
  const named = (element: Element) =>
    `${element.tagName} ${element.className} to ${element.getBoundingClientRect().right} px: ${element.textContent?.slice(0, 40)}`;
  const overflowing = [...document.body.querySelectorAll("*")].filter(
    (element) => element.getBoundingClientRect().right > innerWidth,
  );
  return [`${over} px too wide`, ...overflowing.map(named)];
}

/** The page or dialog as it stands, in each look. */
export async function lookAt(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT_PX });
    await test.step(`${width} px wide`, () => expectNothingSticksOut(page));
  }
  for (const { colorScheme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: HEIGHT_PX });
    const otherScheme = colorScheme === "dark" ? "light" : "dark";
    await expect(page.locator(`html[data-mantine-color-scheme=${otherScheme}]`)).toHaveCount(0);
    await test.step(`${colorScheme}, ${width} px wide`, () => expectAccessible(page));
  }
}
