import { expect, type Locator, type Page, test } from "@playwright/test";
import { atLeast, ROLES, type Role } from "@/lib/context/roles";
import { ask } from "./ask";
import { makeSample, type Sample } from "./sample";
import { signIn } from "./session";

/** Something that a page offers to some roles (product.md, "Roles"), and the request behind it. */
type Offer = {
  /** The weakest role that may. */
  role: Role;
  page: (sample: Sample) => string;
  /** What is there for those who may, and for nobody else. */
  shown: (main: Locator, sample: Sample) => Locator;
  /** Method and path below `/v1`. */
  asks: (sample: Sample) => readonly [method: string, path: string];
};

const button = (name: string) => (main: Locator) => main.getByRole("button", { name, exact: true });
const link = (name: string) => (main: Locator) => main.getByRole("link", { name });

const OFFERS: Readonly<Record<string, Offer>> = {
  "make an agent": {
    role: "builder",
    page: () => "/agents",
    shown: button("New agent"),
    asks: () => ["POST", "/agents"],
  },
  "import an agent": {
    role: "builder",
    page: () => "/agents",
    shown: button("Import"),
    asks: () => ["POST", "/agents"],
  },
  "save an agent": {
    role: "builder",
    page: ({ live }) => `/agents/${live}`,
    shown: button("Save"),
    asks: ({ live }) => ["PATCH", `/agents/${live}`],
  },
  "duplicate an agent": {
    role: "builder",
    page: ({ live }) => `/agents/${live}`,
    shown: button("Duplicate"),
    asks: ({ live }) => ["POST", `/agents/${live}/duplicate`],
  },
  "deploy an agent": {
    role: "admin",
    page: ({ draft }) => `/agents/${draft}`,
    shown: button("Deploy"),
    asks: ({ draft }) => ["POST", `/agents/${draft}/deploy`],
  },
  "archive an agent": {
    role: "admin",
    page: ({ live }) => `/agents/${live}`,
    shown: button("Archive"),
    asks: ({ live }) => ["DELETE", `/agents/${live}`],
  },
  "write notes on a call": {
    role: "builder",
    page: ({ settled }) => `/calls/${settled}`,
    shown: (main) => main.getByRole("textbox", { name: "Notes" }),
    asks: ({ settled }) => ["PATCH", `/calls/${settled}`],
  },
  "delete a call": {
    role: "admin",
    page: ({ settled }) => `/calls/${settled}`,
    shown: button("Delete"),
    asks: ({ settled }) => ["DELETE", `/calls/${settled}`],
  },
  "end a call": {
    role: "builder",
    page: ({ running }) => `/calls/${running}`,
    shown: button("End call"),
    asks: ({ running }) => ["POST", `/calls/${running}/end`],
  },
  "make a contact": {
    role: "builder",
    page: () => "/contacts",
    shown: button("New contact"),
    asks: () => ["POST", "/contacts"],
  },
  "edit a contact": {
    role: "builder",
    page: ({ contact }) => `/contacts/${contact}`,
    shown: button("Edit"),
    asks: ({ contact }) => ["PATCH", `/contacts/${contact}`],
  },
  "add to a contact's ledger": {
    role: "builder",
    page: ({ contact }) => `/contacts/${contact}`,
    shown: button("Add entry"),
    asks: ({ contact }) => ["POST", `/contacts/${contact}/consents`],
  },
  "suppress a contact": {
    role: "builder",
    page: ({ contact }) => `/contacts/${contact}`,
    shown: button("Change"),
    asks: ({ contact }) => ["PUT", `/contacts/${contact}/suppression`],
  },
  "delete a contact": {
    role: "admin",
    page: ({ contact }) => `/contacts/${contact}`,
    shown: button("Delete"),
    asks: ({ contact }) => ["DELETE", `/contacts/${contact}`],
  },
  "make a campaign": {
    role: "builder",
    page: () => "/campaigns",
    shown: link("New campaign"),
    asks: () => ["POST", "/campaigns"],
  },
  "go on with a campaign's draft": {
    role: "builder",
    page: ({ campaign }) => `/campaigns/${campaign}`,
    shown: link("Continue"),
    asks: ({ campaign }) => ["PATCH", `/campaigns/${campaign}`],
  },
  "cancel a campaign": {
    role: "builder",
    page: ({ campaign }) => `/campaigns/${campaign}`,
    shown: button("Cancel campaign"),
    asks: ({ campaign }) => ["POST", `/campaigns/${campaign}/cancel`],
  },
  "make a tool": {
    role: "builder",
    page: () => "/tools",
    shown: link("New tool"),
    asks: () => ["POST", "/tools"],
  },
  "save a tool": {
    role: "builder",
    page: ({ tool }) => `/tools/${tool}`,
    shown: button("Save"),
    asks: ({ tool }) => ["PATCH", `/tools/${tool}`],
  },
  "delete a tool": {
    role: "builder",
    page: ({ tool }) => `/tools/${tool}`,
    shown: button("Delete"),
    asks: ({ tool }) => ["DELETE", `/tools/${tool}`],
  },
  "run a tool": {
    role: "builder",
    page: ({ tool }) => `/tools/${tool}`,
    shown: (main) => main.getByRole("button", { name: "Run it once", disabled: false }),
    asks: ({ tool }) => ["POST", `/tools/${tool}/dry-run`],
  },
  "connect an integration": {
    role: "admin",
    page: () => "/integrations",
    shown: button("Connect"),
    asks: () => ["POST", "/integrations"],
  },
  "disconnect an integration": {
    role: "admin",
    page: () => "/integrations",
    shown: (main, { name }) => button(`Disconnect Orders of ${name}`)(main),
    asks: ({ integration }) => ["DELETE", `/integrations/${integration}`],
  },
  "change the workspace's settings": {
    role: "admin",
    page: () => "/settings/workspace",
    shown: button("Save"),
    asks: () => ["PATCH", "/workspace"],
  },
  "connect a phone number": {
    role: "admin",
    page: () => "/settings/phone-numbers",
    shown: button("Connect a number"),
    asks: () => ["POST", "/phone-numbers"],
  },
  "make a key": {
    role: "admin",
    page: () => "/settings/keys",
    shown: button("New key"),
    asks: () => ["POST", "/keys"],
  },
  "rotate a key": {
    role: "admin",
    page: () => "/settings/keys",
    shown: (main, { name }) => button(`Rotate Key of ${name}`)(main),
    asks: ({ key }) => ["POST", `/keys/${key}/rotate`],
  },
  "revoke a key": {
    role: "admin",
    page: () => "/settings/keys",
    shown: (main, { name }) => button(`Revoke Key of ${name}`)(main),
    asks: ({ key }) => ["DELETE", `/keys/${key}`],
  },
  "read the audit log": {
    role: "admin",
    page: () => "/settings/audit",
    shown: (main) => main.getByRole("table", { name: "Audit log" }),
    asks: () => ["GET", "/audit"],
  },
  "verify the audit log": {
    role: "admin",
    page: () => "/settings/audit",
    shown: button("Verify the chain"),
    asks: () => ["GET", "/audit/verify"],
  },
};

/** Each test opens most pages of the dashboard, one after the other. */
const TEST_TIMEOUT_MS = 180_000;
test.describe.configure({ timeout: TEST_TIMEOUT_MS });

/** What a request answers that gets past the role and then does nothing: a field in it is of no route. */
const PROBES: Readonly<Record<string, { passes: number; body?: object }>> = {
  GET: { passes: 200 },
  POST: { passes: 400, body: { of_no_route: true } },
  PATCH: { passes: 400, body: { of_no_route: true } },
  PUT: { passes: 400, body: { of_no_route: true } },
  DELETE: { passes: 404 },
};
/** The same path, of something that is not there. */
const harmless = (path: string) => path.replace(/_[0-9a-z]{26}/, `_${"0".repeat(26)}`);

let sample: Sample;
test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  await signIn(page, { role: "owner" });
  sample = await makeSample(page);
  await page.close();
});

/** Those of one page one after the other, so that each page is opened once. */
const byPage = (of: Sample): [string, Offer][] =>
  Object.entries(OFFERS).sort(([, one], [, other]) => one.page(of).localeCompare(other.page(of)));

/** The page once it knows what it offers. */
async function open(page: Page, path: string): Promise<Locator> {
  if (new URL(page.url(), "http://localhost").pathname !== path) await page.goto(path);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading").first()).toBeVisible();
  return main;
}

for (const role of ROLES.filter((one) => one !== "owner")) {
  test(`${role}: what is offered is not refused, what would be refused is not offered`, async ({ page }) => {
    await signIn(page, { role });
    for (const [what, offer] of byPage(sample)) {
      const may = atLeast(role, offer.role);
      await test.step(`${may ? "may" : "may not"} ${what}`, async () => {
        const main = await open(page, offer.page(sample));
        await expect(offer.shown(main, sample)).toHaveCount(may ? 1 : 0);
        const [method, path] = offer.asks(sample);
        const { passes, body } = PROBES[method] ?? {};
        const { status } = await ask(page, method, may ? harmless(path) : path, body);
        expect(status).toBe(may ? passes : 403);
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
  const places = page.getByRole("navigation", { name: "Main" });
  await expect(places.getByRole("link", { name: "Sessions" })).toBeVisible();
  await expect(places.getByRole("link", { name: /Keys|Audit log/ })).toHaveCount(0);
});

test("a builder changes a live agent's behaviour, not how it records or whether it says what it is", async ({
  page,
}) => {
  await signIn(page, { role: "builder" });
  const main = await open(page, `/agents/${sample.live}`);
  await expect(main.getByRole("textbox", { name: "Prompt" })).toBeEnabled();
  const recording = main.getByRole("region", { name: "Recording and consent" });
  await expect(recording.getByText("This agent is live, so these settings need an admin.")).toBeVisible();
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
