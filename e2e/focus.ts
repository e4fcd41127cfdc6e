import { expect, type Locator, type Page } from "@playwright/test";
import { command } from "./palette";

/** More stops than any page has; the walk ends there instead of never. */
const MOST_STOPS = 120;

/** Problem of the focus indicator, or null. */
export function badFocus(): string | null {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return "the focus is nowhere";
  const name = `${focused.tagName} ${focused.getAttribute("aria-label") ?? focused.textContent?.slice(0, 40)}`;
  // A switch or a radio that is drawn by its label shows there that it has the focus.
  const labels = focused instanceof HTMLInputElement ? [...(focused.labels ?? [])] : [];
  const outlined =
    labels.find((candidate) => getComputedStyle(candidate).outlineStyle !== "none") ?? labels[0];
  const isHidden =
    focused.offsetWidth * focused.offsetHeight <= 1 || getComputedStyle(focused).opacity === "0";
  const label = isHidden ? outlined : undefined;
  // A field of tags is drawn by the box around it.
  const box = focused.parentElement?.closest('[class*="PillsInput-input"]');
  const marks = [focused, ...labels, ...(box ? [box] : [])].map((element) => getComputedStyle(element));
  const accent = getComputedStyle(document.documentElement).getPropertyValue(
    "--mantine-primary-color-filled",
  );
  const probe = document.createElement("i");
  probe.style.color = accent;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  const isMarked = marks.some(
    ({ outlineStyle, outlineWidth, borderTopColor }) =>
      (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || borderTopColor === color,
  );
  if (!isMarked) return `the focus cannot be seen at ${name}`;
  const { left, top, bottom, width } = (label ?? focused).getBoundingClientRect();
  const from = Math.max(top, 0);
  const to = Math.min(bottom, innerHeight);
  if (to <= from) return `the focus is out of sight at ${name}`;
  // Something of it is to be seen (WCAG 2.2, 2.4.11).
  const owns = (element: Element, hit: Element | null) =>
    hit !== null && (element.contains(hit) || hit.contains(element));
  const isSeen = [0.1, 0.5, 0.9].some((share) => {
    const hit = document.elementFromPoint(left + width / 2, from + (to - from) * share);
    return owns(focused, hit) || (label !== undefined && owns(label, hit));
  });
  return isSeen ? null : `the focus is covered at ${name}`;
}

/** Moves the focus by keyboard to this element; the focus must be visible at each stop. */
export async function tabTo(page: Page, to: Locator, key = "Tab"): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press(key);
    // Elements that slide in are visible after their animation.
    await expect.poll(() => page.evaluate(badFocus)).toBeNull();
    if (await to.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`No stop of the keyboard is ${to}.`);
}

/** Goes somewhere by the palette. */
export async function goTo(page: Page, words: string, title: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await command(page, words);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.getByRole("main")).toBeFocused();
}

/** Moves the focus to an element by keyboard, and presses Enter. */
export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}
