import { expect, type Locator, type Page, test } from "@playwright/test";
import { hasCapability } from "@/lib/identity/access";
import { pathInScope } from "@/lib/platform/context/scope";
import { ask } from "./ask";
import { visibleText } from "./look";
import type { Offer } from "./offer";
import { OFFERS } from "./offers";
import { makePrivileged, type Privileged } from "./privileged";
import { moveOut, signIn } from "./session";

/** Each test opens most pages of the dashboard, one after the other. */
const TEST_TIMEOUT_MS = 360_000;
test.describe.configure({ timeout: TEST_TIMEOUT_MS });

/** Response to a request that passes the role check and has an unknown field, so that it changes nothing. */
const PROBES: Readonly<Record<string, { passes: number; body?: object }>> = {
  GET: { passes: 200 },
  POST: { passes: 400, body: { of_no_route: true } },
  PATCH: { passes: 400, body: { of_no_route: true } },
  PUT: { passes: 400, body: { of_no_route: true } },
  DELETE: { passes: 404 },
};
/** The same path, of something that is not there. */
const harmless = (path: string) => path.replace(/_[0-9a-z]{26}/, `_${"0".repeat(26)}`);

let sample: Privileged;
test.beforeAll(async ({ browser }) => {
  moveOut();
  sample = await makePrivileged(browser);
});
test.afterAll(moveOut);

/** A path with the sample's ids in it. */
const filled = (path: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => sample[name as keyof Privileged]);

/** Those of one page one after the other, so that each page is opened once. */
const byPage = (): [string, Offer][] =>
  Object.entries(OFFERS).sort(([, one], [, other]) => one.page.localeCompare(other.page));

/** The page once it knows what it offers. */
async function open(page: Page, path: string): Promise<Locator> {
  const { pathname, search } = new URL(page.url(), "http://localhost");
  if (pathInScope(pathname) + search !== path) await page.goto(path);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading").first()).toBeVisible();
  return main;
}

/** Only members who may use the control see it, also within a menu. */
async function expectControl(main: Locator, { findControl, menu }: Offer, may: boolean): Promise<void> {
  if (findControl === null) return;
  if (menu !== undefined) {
    await main.getByRole("button", { name: menu }).click();
    await expect(main.page().getByRole("menuitem").first()).toBeVisible();
  }
  await expect(findControl(main, sample)).toHaveCount(may ? 1 : 0);
  if (menu !== undefined) await main.page().keyboard.press("Escape");
}

/** The least and the most. `test/roles.db.test.ts` asks each route in every role. */
const ROLES = ["viewer", "owner"] as const;

for (const role of ROLES) {
  test(`${role}: what is offered is not refused, what would be refused is not offered`, async ({ page }) => {
    await signIn(page, { role });
    for (const [what, offer] of byPage()) {
      const may = hasCapability(role, offer.capability);
      await test.step(`${may ? "may" : "may not"} ${what}`, async () => {
        const main = await open(page, filled(offer.page));
        await expectControl(main, offer, may);
        const [method = "", template = ""] = offer.asks.split(" ");
        const path = filled(template);
        const { passes, body } = PROBES[method] ?? {};
        const { status } = await ask(page, method, may ? harmless(path) : path, body);
        // Without an ID in the path, the unknown parameter is the error. A file is read of a record that is missing.
        const [pathname = ""] = path.split("?");
        const isMissing = method === "GET" && harmless(pathname) !== pathname;
        const passed = method === "DELETE" && path.includes("of_no_route") ? 400 : isMissing ? 404 : passes;
        expect(status).toBe(may ? passed : 403);
      });
    }
  });
}

test("who only looks can change no field, and finds no way to what is not theirs", async ({ page }) => {
  await signIn(page, { role: "viewer" });
  for (const path of [`/agents/${sample.live}`, `/tools/${sample.tool}`]) {
    const main = await open(page, path);
    await expect(main.getByRole("textbox", { name: "Name" }).first()).toBeDisabled();
    await expect(main.getByRole("textbox", { disabled: false })).toHaveCount(0);
    await expect(main.getByRole("button", { name: /^(Add|Remove|Insert)/, disabled: false })).toHaveCount(0);
  }
  await page.goto("/settings");
  const places = page.getByRole("navigation", { name: "Settings" });
  await expect(places.getByRole("link", { name: "Sessions" })).toBeVisible();
  await expect(places.getByRole("link", { name: /API keys|Audit log/ })).toHaveCount(0);
});

test("a builder changes a live agent's behavior, but not its recording or disclosure", async ({ page }) => {
  await signIn(page, { role: "builder" });
  const main = await open(page, `/agents/${sample.live}`);
  await expect(main.getByRole("textbox", { name: "Prompt" })).toBeEnabled();
  await open(page, `/agents/${sample.live}?tab=privacy`);
  const recording = main.getByRole("region", { name: "Recording and consent" });
  await expect(
    visibleText(recording, "This agent is live, so only an admin can change these settings."),
  ).toBeVisible();
  await expect(recording.getByRole("switch", { disabled: false })).toHaveCount(0);
  const disclosure = main.getByRole("region", { name: "Disclosure" });
  await expect(disclosure.getByRole("switch", { disabled: false })).toHaveCount(0);
  for (const body of [
    { recording: { enabled: false } },
    { transcript: { enabled: false } },
    { disclosure: { enabled: false } },
  ])
    expect((await ask(page, "PATCH", `/agents/${sample.live}`, body)).status).toBe(403);
  const greeting = { greeting: "What can I do for you today?" };
  expect((await ask(page, "PATCH", `/agents/${sample.live}`, greeting)).status).toBe(200);
});
