import { gzipSync } from "node:zlib";
import { type BrowserContext, chromium } from "@playwright/test";
import config from "../playwright.config";

/** The size of the files that the first visit to a page loads. `scriptBytes`: its scripts, compressed with gzip. */
export type PageWeight = { scriptBytes: number; scripts: number };

const LOAD_TIMEOUT_MS = 60_000;

async function weigh(context: BrowserContext, url: string): Promise<PageWeight> {
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(url, { waitUntil: "networkidle", timeout: LOAD_TIMEOUT_MS });
  const loaded = await Promise.all(sizes);
  await page.close();
  return { scriptBytes: loaded.reduce((sum, size) => sum + size, 0), scripts: loaded.length };
}

/** Opens pages in a browser with an empty cache, and adds up their scripts. `cookie`: the header of a session. */
export async function weighPages<const Name extends string>(
  urls: Readonly<Record<Name, string>>,
  cookie: string,
): Promise<Record<Name, PageWeight>> {
  const browser = await chromium.launch(config.use?.launchOptions ?? {});
  try {
    const weights: [string, PageWeight][] = [];
    for (const [name, url] of Object.entries<string>(urls)) {
      const context = await browser.newContext();
      const [cookieName = "", value = ""] = cookie.split("=");
      await context.addCookies([{ name: cookieName, value, url: new URL(url).origin }]);
      weights.push([name, await weigh(context, url)]);
      await context.close();
    }
    return Object.fromEntries(weights) as Record<Name, PageWeight>;
  } finally {
    await browser.close();
  }
}
