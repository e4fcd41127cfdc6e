import { expect, type Page, test } from "@playwright/test";
import { listen, lookAt } from "./look";

const PAGES = ["/sign-in", "/docs", "/docs/errors"];
const draw = async (page: Page, path: string) => {
  await page.goto(path);
  if (path !== "/docs") return;
  await page.getByRole("button", { name: /Create an agent/ }).click();
  await expect(page.getByText("Chosen by the client."), "what the operation takes").toBeVisible();
};

for (const path of PAGES) {
  test(`${path} asks nobody else, breaks no policy, and axe finds nothing`, async ({ page, baseURL }) => {
    const pageLog = listen(page, baseURL);
    await draw(page, path);
    await lookAt(page);
    expect(pageLog).toEqual({ complaints: [], foreign: [] });
  });
}

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
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
});

test("no two answers share a nonce", async ({ request }) => {
  const nonces = await Promise.all(
    [1, 2, 3].map(
      async () =>
        /'nonce-([^']+)'/.exec((await request.get("/docs")).headers()["content-security-policy"] ?? "")?.[1],
    ),
  );
  expect(new Set(nonces).size).toBe(3);
  expect(nonces).not.toContain(undefined);
});
