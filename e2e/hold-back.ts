import type { Page } from "@playwright/test";

/** Holds back what a page asks for at such addresses, until the answer is called. */
export async function holdBack(page: Page, addresses: RegExp): Promise<() => void> {
  let go: () => void = () => undefined;
  const going = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(addresses, async (route) => {
    await going;
    await route.continue();
  });
  return go;
}
