import { expect, test } from "@playwright/test";
import { holdBack } from "./hold-back";
import { listen, visibleText } from "./look";
import { signIn } from "./session";

test("what is typed before the page's code has come is kept, and the form knows of it", async ({
  page,
  baseURL,
}) => {
  const pageLog = listen(page, baseURL);
  await signIn(page, { role: "owner", empty: true });
  const come = await holdBack(page, /\/_next\/static\/.*\.js/);
  const going = page.goto("/settings/workspace");
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Typed early");
  const payment = page.getByRole("textbox", { name: "Payment page" });
  await payment.fill("https://pay.example.com");
  come();
  await going;
  await expect(name).toHaveValue("Typed early");
  await expect(payment).toHaveValue("https://pay.example.com");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(visibleText(page, "Settings saved.")).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue("Typed early");
  expect(pageLog).toEqual({ complaints: [], foreign: [] });
});
