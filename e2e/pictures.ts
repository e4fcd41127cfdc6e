// `npm run pictures`: starts Parley on empty data and takes the pictures of README.md and docs/design.md in the Demo
// workspace.
//   --all=<folder>   instead, every page at three widths in both color schemes, to look through
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { chromium, type Page } from "@playwright/test";
import { formatScope, SCOPE_HEADER, type Scope, scopedPath, scopeOfPath } from "@/lib/platform/context/scope";
import { freePort } from "@/test/fixtures/free-port";
import config from "../playwright.config";
import type { PageRecords } from "./pages";
import { dataFolder, type Started, start } from "./process";
import { takeAllPictures } from "./take-all-pictures";

const IMAGES = join(import.meta.dirname, "..", "docs", "images");
const START_LIMIT_MS = 300_000;
const DEMO_LIMIT_MS = 900_000;
const POLL_MS = 1_000;
/** Fonts, charts and the waveform appear within this time. */
const SETTLE_MS = 1_500;

/** The owner of the Parley that lives as long as the pictures are taken. */
const OWNER = {
  PARLEY_INIT_OWNER_EMAIL: "ana@example.com",
  PARLEY_INIT_OWNER_PASSWORD: randomBytes(12).toString("hex"),
};

type Scheme = "light" | "dark";
type Picture = {
  name: string;
  path: (records: PageRecords) => string;
  scheme?: Scheme;
  width?: number;
  height?: number;
};

/** The pictures that the documents show. */
const PICTURES: readonly Picture[] = [
  { name: "home", path: () => "/" },
  { name: "builder", path: ({ live }) => `/agents/${live}` },
  { name: "builder-dark", path: ({ live }) => `/agents/${live}`, scheme: "dark" },
  { name: "review", path: ({ settled }) => `/calls/${settled}` },
  { name: "review-dark", path: ({ settled }) => `/calls/${settled}`, scheme: "dark" },
  { name: "analytics", path: () => "/analytics" },
  { name: "campaign", path: ({ campaign }) => `/campaigns/${campaign}` },
  { name: "review-narrow", path: ({ settled }) => `/calls/${settled}`, width: 390, height: 844 },
];

async function until<T>(limitMs: number, read: () => Promise<T | null> | T | null): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    const value = await read();
    if (value !== null) return value;
    if (Date.now() > end) throw new Error("Parley was not ready within the time limit.");
    await wait(POLL_MS);
  }
}

const isScoped = ({ pathname }: URL): boolean => scopeOfPath(pathname) !== null;

/** Signs in as the first owner and opens the Demo workspace. */
async function openDemo(page: Page, parley: Started): Promise<Scope> {
  await until(START_LIMIT_MS, () => /is ready after/.exec(parley.output()));
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(OWNER.PARLEY_INIT_OWNER_EMAIL);
  await page.getByLabel("Password", { exact: true }).fill(OWNER.PARLEY_INIT_OWNER_PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(isScoped);
  const workspaces = page.getByRole("button", { name: /^Workspace: / });
  // A job creates the Demo workspace after the start.
  await until(DEMO_LIMIT_MS, async () => {
    await page.reload();
    return (await workspaces.isVisible()) ? true : null;
  });
  await workspaces.click();
  const before = page.url();
  await page.getByRole("menuitemradio", { name: "Demo" }).click();
  await page.waitForURL((url) => url.href !== before && isScoped(url));
  const scope = scopeOfPath(new URL(page.url()).pathname);
  if (scope === null) throw new Error("The Demo workspace did not open.");
  return scope;
}

type List = { data: { id: string }[] };

async function newest(page: Page, scope: Scope, path: string): Promise<string> {
  const list = await until<List>(DEMO_LIMIT_MS, async () => {
    const response = await page.request.get(`/v1${path}`, {
      headers: { [SCOPE_HEADER]: formatScope(scope) },
    });
    const body = (await response.json()) as List;
    return response.ok() && body.data.length > 0 ? body : null;
  });
  return list.data[0]?.id ?? "";
}

/** The records to show, each the newest of its list. */
async function readRecords(page: Page, scope: Scope): Promise<PageRecords> {
  const read = (path: string) => newest(page, scope, path);
  const live = await read("/agents?limit=1");
  return {
    // Demo data has no suite.
    ...{ suite: "", suiteAgent: live, run: "", live },
    // Demo data is complete once its erasure has a receipt.
    deletion: await read("/deletions?limit=1"),
    settled: await read("/calls?channel=web&recording_state=recorded&limit=1"),
    running: await read("/calls?limit=1"),
    contact: await read("/contacts?limit=1"),
    campaign: await read("/campaigns?limit=1"),
    webhook: await read("/webhooks?limit=1"),
    tool: await read("/tools?limit=1"),
  };
}

type Shot = { scheme: Scheme; width: number; height: number };

async function shoot(page: Page, url: string, file: string, { scheme, width, height }: Shot) {
  await page.emulateMedia({ colorScheme: scheme });
  await page.setViewportSize({ width, height });
  await page.goto(url);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await wait(SETTLE_MS);
  await page.screenshot({ path: file, animations: "disabled" });
  process.stdout.write(`  ${file}\n`);
}

async function takePictures(page: Page, scope: Scope, records: PageRecords): Promise<void> {
  for (const { name, path, scheme = "light", width = 1440, height = 900 } of PICTURES)
    await shoot(page, scopedPath(scope, path(records)), join(IMAGES, `${name}.png`), {
      scheme,
      width,
      height,
    });
}

const folder = process.argv.find((argument) => argument.startsWith("--all="))?.slice("--all=".length);
mkdirSync(folder ?? IMAGES, { recursive: true });
const data = dataFolder();
const port = await freePort();
const parley = start({ DATA_DIR: data.path, PORT: String(port), PARLEY_DEMO: "1", ...OWNER });
const baseURL = `http://localhost:${port}`;
const browser = await chromium.launch(config.use?.launchOptions ?? {});
try {
  const context = await browser.newContext({ baseURL, reducedMotion: "reduce" });
  const page = await context.newPage();
  const scope = await openDemo(page, parley);
  const records = await readRecords(page, scope);
  if (folder === undefined) await takePictures(page, scope, records);
  else await takeAllPictures({ page, browser, baseURL }, scope, records, folder);
} finally {
  await browser.close();
  parley.process.kill("SIGTERM");
  await parley.exit;
  data.remove();
}
