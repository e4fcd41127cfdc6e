import { expect, test } from "@playwright/test";
import { make } from "./ask";
import { listen, lookAt } from "./look";
import { signIn } from "./session";

const trunk = (name: string) => ({
  name,
  credential: { kind: "sip", server: "8.8.8.8:5061", username: "parley", password: "password-of-the-trunk" },
});

test("routes of a trunk are added, moved among equal ones, and tested", async ({ page, baseURL }) => {
  const pageLog = listen(page, baseURL);
  await signIn(page, { role: "admin", empty: true });
  await page.goto("/call-routes");
  await expect(page.getByRole("heading", { name: "No SIP trunks yet" })).toBeVisible();
  await make(page, "/integrations", trunk("Office"));
  await page.reload();
  const dialog = page.getByRole("dialog");
  for (const pattern of ["*", "1xx", "2xx"]) {
    await page.getByRole("button", { name: "Add inbound route to Office" }).click();
    await dialog.getByRole("textbox", { name: "Called numbers" }).fill(pattern);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
  }
  const routes = page.getByRole("list", { name: /Inbound routes of Office/ }).locator("[data-route]");
  const order = () => routes.evaluateAll((rows) => rows.map((row) => row.getAttribute("data-route")));
  await expect.poll(order).toEqual(["1xx", "2xx", "*"]);
  await expect(page.getByRole("button", { name: "Move * up" })).toBeDisabled();
  await page.getByRole("button", { name: "Move 2xx up" }).press("Enter");
  await expect.poll(order).toEqual(["2xx", "1xx", "*"]);
  await expect(page.getByRole("button", { name: "Move 2xx down" })).toBeFocused();
  const called = page.getByRole("textbox", { name: /Find the route of a number/ });
  await called.fill("155");
  await called.press("Enter");
  await expect(page.getByText("Route 1xx decides.")).toBeVisible();
  await lookAt(page);
  expect(pageLog).toEqual({ complaints: [], foreign: [] });
});
