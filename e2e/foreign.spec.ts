import { expect, test } from "@playwright/test";
import { PAGES } from "./pages";
import { makeSample, type Sample } from "./sample";
import { signIn } from "./session";

/** The test opens every page of the dashboard once. */
const TEST_TIMEOUT_MS = 360_000;
test.describe.configure({ timeout: TEST_TIMEOUT_MS });

/** Suffix of every name in the sample. */
const OF_THE_SAMPLE = "of the sample";

let sample: Sample;
test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  await signIn(page, { role: "owner" });
  sample = await makeSample(page);
  await page.close();
});

test("no page opens anything by an id of another workspace, nor shows what is another's", async ({
  page,
}) => {
  await signIn(page, { role: "owner", empty: true });
  for (const [folder, { at }] of Object.entries(PAGES)) {
    await test.step(folder, async () => {
      const address = at(sample);
      await page.goto(address);
      const heading = page.getByRole("heading", { level: 1 });
      await expect(heading).toHaveCount(1);
      if (folder.includes("[")) await expect(heading).toHaveText("Not found");
      expect(await page.content()).not.toContain(OF_THE_SAMPLE);
    });
  }
});
