import { expect, type Page } from "@playwright/test";

const palette = (page: Page) => page.getByRole("dialog", { name: "Search and commands" });

/** The palette is open and listens: it is shown a moment before it has the focus, and what is typed then goes elsewhere. */
export const expectPalette = (page: Page) =>
  expect(palette(page).getByRole("textbox", { name: "Command" })).toBeFocused();

/** Types a command into the open palette and takes the first that fits; it closes. */
export async function command(page: Page, words: string): Promise<void> {
  await expectPalette(page);
  await page.keyboard.type(words);
  await page.keyboard.press("Enter");
  await expect(palette(page)).toHaveCount(0);
}
