import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import { type Scope, scopedPath } from "@/lib/platform/context/scope";
import { ask } from "./ask";
import { FOLDERS, PAGES, type PageRecords } from "./pages";
import { makeSample } from "./sample";

const WIDTHS = [390, 900, 1440] as const;
const SCHEMES = ["light", "dark"] as const;
const HEIGHT_PX = 900;
/** Fonts, charts and the waveform appear within this time. */
const LOAD_MS = 1_500;
/** Layouts and colors follow a new window within this time. */
const RESIZE_MS = 300;
/** Longer pages are pictured to here: four windows and a half. */
const MAX_HEIGHT_PX = 4_000;
const MISSING = "0".repeat(26);

/** Pages outside of the dashboard, and states of its pages that no record shows. */
const PUBLIC_PAGES = {
  "sign-in": "/sign-in",
  "sign-in-refused": "/sign-in?sso=unavailable",
  "forgot-password": "/forgot-password",
  "reset-password": "/reset-password/expired",
  invitation: "/invite/expired",
  "staff-sign-in": "/staff/sign-in",
  "staff-password": "/staff/password#expired",
  "not-found": "/nowhere",
  docs: "/docs",
  "docs-calls": "/docs/calls",
  "docs-errors": "/docs/errors",
  "docs-events": "/docs/events",
} as const;
const STATES: Readonly<Record<string, string>> = {
  "state-not-found": `/calls/call_${MISSING}`,
  "state-no-page": "/settings/nonsense",
  "state-no-match": "/calls?q=zyzzyvas",
  "state-bad-filter": "/calls?status=sleeping",
  "analytics-empty": "/analytics?from=2020-01-01&to=2020-01-02",
  "calls-new": "/calls?new=true",
  "contacts-new": "/contacts?new=true",
  "agents-new": "/agents?new=true",
};

/** The name of a page's picture: `agents-id-versions` for `/agents/[id]/versions`. */
const nameOf = (folder: string): string => folder.match(/[\w-]+/g)?.join("-") ?? "home";

type Shot = { page: Page; name: string; path: string; folder: string };

/** A page at every width in both color schemes. It is loaded once, as its layout follows the window. */
async function shootAll({ page, name, path, folder }: Shot): Promise<void> {
  await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT_PX });
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await wait(LOAD_MS);
  for (const width of WIDTHS)
    for (const scheme of SCHEMES) {
      await page.setViewportSize({ width, height: HEIGHT_PX });
      await page.emulateMedia({ colorScheme: scheme });
      await wait(RESIZE_MS);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.screenshot({
        path: join(folder, `${name}-${width}-${scheme}.png`),
        fullPage: true,
        clip: { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHT_PX) },
        animations: "disabled",
      });
    }
  process.stdout.write(`  ${name}\n`);
}

/** A request that must succeed, or a picture would lack what it is for. */
async function complete(page: Page, method: string, path: string, body: object): Promise<void> {
  const { status, json } = await ask(page, method, path, body);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`);
}

/** Adds records that the Demo workspace lacks: a suite with a run, routes, cost limits and a traffic split. */
async function completeRecords(page: Page, records: PageRecords): Promise<PageRecords> {
  const sample = await makeSample(page);
  // A limit needs a price in its currency.
  const price = { provider: "house", model: "*", unit: "output_tokens", currency: "USD", amount: "0.60" };
  await complete(page, "PUT", "/prices", {
    prices: [{ ...price, per: 1_000_000, valid_from: "2026-01-01" }],
  });
  await complete(page, "PUT", "/cost-limits", {
    currency: "USD",
    per_day: "50",
    per_month: "900",
    reserve_per_call: "0.50",
  });
  await complete(page, "PUT", "/outbound-routes", { routes: [{ prefix: "+", trunk_ids: [sample.trunk] }] });
  await complete(page, "PATCH", `/agents/${records.live}`, { greeting: "Good morning. How can I help you?" });
  await complete(page, "PUT", `/agents/${records.live}/traffic-split`, { percent: 20 });
  const { suite, suiteAgent, run, running } = sample;
  return { ...records, suite, suiteAgent, run, running };
}

/** Takes every page of the product. */
export async function takeAllPictures(
  { page, browser, baseURL }: { page: Page; browser: Browser; baseURL: string },
  scope: Scope,
  demo: PageRecords,
  folder: string,
): Promise<void> {
  process.env.E2E_BASE_URL = baseURL;
  const records = await completeRecords(page, demo);
  for (const pageFolder of FOLDERS) {
    const path = PAGES[pageFolder]?.at(records);
    if (path === undefined) throw new Error(`Tell in e2e/pages.ts how ${pageFolder} is reached.`);
    await shootAll({ page, name: nameOf(pageFolder), path: scopedPath(scope, path), folder });
  }
  for (const [name, path] of Object.entries(STATES))
    await shootAll({ page, name, path: scopedPath(scope, path), folder });
  const guest = await (await browser.newContext({ baseURL, reducedMotion: "reduce" })).newPage();
  for (const [name, path] of Object.entries(PUBLIC_PAGES))
    await shootAll({ page: guest, name, path, folder });
}
