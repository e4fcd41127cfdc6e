import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

const PAGES = ["/", "/docs", "/docs/errors"];
const SIZES = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 390 },
] as const;

/** What the page complained about, a breach of the content security policy too, and whom it asked besides this server. */
function listen(page: Page, baseURL: string | undefined): { complaints: string[]; foreign: string[] } {
  const own = new URL(baseURL ?? "").host;
  const heard = { complaints: [] as string[], foreign: [] as string[] };
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") heard.complaints.push(message.text());
  });
  page.on("pageerror", (error) => heard.complaints.push(error.message));
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith("http") && host !== own) heard.foreign.push(host);
  });
  return heard;
}

const draw = async (page: Page, path: string) => {
  await page.goto(path);
  if (path === "/docs") await page.locator(".opblock-tag").first().waitFor();
};

for (const { colorScheme, width } of SIZES) {
  test.describe(`${colorScheme}, ${width} px wide`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 } });
    for (const path of PAGES) {
      test(`${path} asks nobody else, breaks no policy, and axe finds nothing`, async ({ page, baseURL }) => {
        const heard = listen(page, baseURL);
        await draw(page, path);
        expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
        expect(heard).toEqual({ complaints: [], foreign: [] });
      });
    }
  });
}

test("the reference shows an operation with what it takes and answers", async ({ page, baseURL }) => {
  const heard = listen(page, baseURL);
  await draw(page, "/docs");
  await page.getByRole("button", { name: /Create an agent/ }).click();
  await expect(page.getByText("Chosen by the client.")).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  expect(heard).toEqual({ complaints: [], foreign: [] });
});

test("the address in an error leads to what its code means", async ({ page, request }) => {
  const refused = await request.get("/v1/agents");
  const { type, code } = await refused.json();
  await page.goto(type);
  await expect(page.locator(`#${code}`)).toBeInViewport();
});

test("a page that is not there says so, with the status and under the same policy", async ({ page }) => {
  const answer = await page.goto("/no-such-page");
  expect(answer?.status()).toBe(404);
  expect(answer?.headers()["content-security-policy"]).toContain("default-src 'none'");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is no such page.");
});

test("no two answers share a nonce", async ({ request }) => {
  const nonces = await Promise.all(
    [1, 2, 3].map(
      async () =>
        /'nonce-([^']+)'/.exec((await request.get("/")).headers()["content-security-policy"] ?? "")?.[1],
    ),
  );
  expect(new Set(nonces).size).toBe(3);
  expect(nonces).not.toContain(undefined);
});
