import { expect, type Page, test } from "@playwright/test";
import { type Canary, finder, type SeenText } from "@/test/fixtures/canary/needles";
import { ACCOUNT, CARD, PARTS } from "@/test/fixtures/canary/values";
import { ask, make, say } from "./ask";
import { visibleText } from "./look";
import { PAGES } from "./pages";
import { makeSample, type Sample } from "./sample";
import { signIn } from "./session";

/** An unmarked value of the same call, as a control: the tests would find the marked ones too. */
const CONTROL: Canary = { name: "control", forms: ["Larkspur"] };
const find = finder([ACCOUNT, CARD]);
const findPart = finder(PARTS);
const findControl = finder([CONTROL]);

const AGENT = {
  name: "Front desk of the canary",
  type: "messaging",
  prompt: "Ask for account_number, room and time.",
  tools: ["schedule_callback"],
  variables: [
    { name: "account_number", description: "your account number", sensitive: true },
    { name: "room", description: "the room you would like" },
    { name: "day", type: "date", description: "the day that suits you" },
    { name: "time", type: "time", description: "the time that suits you" },
  ],
  inactivity_timeout_s: 3_600,
};
/** Said, corrected, said again in words, spaced and in part. */
const SAID = [
  "it is 4815162343",
  "the Larkspur room, and sorry, my account is 4815 1623 42",
  "my card is 4111 1111 1111 1111",
  "2027-03-04, and my account ends in 2342",
  "half past ten in the morning",
  "no",
  "the account number",
  "four eight one five one six two three four two",
];

/** Each test opens most pages of the dashboard, one after the other. */
const TEST_TIMEOUT_MS = 360_000;
test.describe.configure({ timeout: TEST_TIMEOUT_MS });

/** All that this page's browser is given from now on: answers, RSC payloads and events of streams. */
async function record(page: Page): Promise<{ texts: SeenText[]; whole: () => Promise<unknown> }> {
  const texts: SeenText[] = [];
  const bodies: Promise<void>[] = [];
  page.on("response", (response) => {
    const type = response.headers()["content-type"] ?? "";
    // Streams of events do not end; they are heard below. Fonts and the like hold no text.
    if (!/^(text\/(?!event-stream)|application\/.*json)/.test(type)) return;
    const where = `${type.split(";")[0]} ${new URL(response.url()).pathname}`;
    const body = response.text().then(
      (text) => void texts.push({ where, text }),
      // Leaving a page cancels its pending requests.
      () => undefined,
    );
    bodies.push(body);
  });
  const browser = await page.context().newCDPSession(page);
  await browser.send("Network.enable");
  browser.on("Network.eventSourceMessageReceived", ({ eventName, data }) => {
    texts.push({ where: `event ${eventName}`, text: data });
  });
  return { texts, whole: () => Promise.all(bodies) };
}

/** The page's current content and the responses that it read. */
async function look(page: Page, texts: SeenText[]): Promise<string[]> {
  const { pathname } = new URL(page.url());
  texts.push({ where: `content ${pathname}`, text: await page.content() });
  const read = await page
    .getByRole("region", { name: "Conversation" })
    .or(page.getByRole("region", { name: "Variables" }))
    .allInnerTexts();
  return findPart(read.map((text) => ({ where: `text ${pathname}`, text })));
}

test("no page, no payload and no event holds what a caller said of a sensitive value, in any form", async ({
  page,
  browser,
}) => {
  const owner = await browser.newPage();
  await signIn(owner, { role: "owner" });
  const preparedSample: Sample = await makeSample(owner);
  const agent = await make(owner, "/agents", AGENT);
  await make(owner, `/agents/${agent}/deploy`);
  const call = await make(owner, "/calls", { agent_id: agent, channel: "chat" });

  await signIn(page, { role: "viewer" });
  const { texts, whole } = await record(page);
  await page.goto(`/calls/${call}`);
  const parts: string[] = [];
  const turns = page.getByRole("region", { name: "Conversation" }).getByRole("listitem");
  for (const line of SAID) {
    const before = await turns.count();
    await say(owner, call, [line]);
    await expect.poll(() => turns.count()).toBeGreaterThan(before);
    parts.push(...(await look(page, texts)));
  }
  await expect(page.getByRole("region", { name: "Outcome" }).getByText("Completed")).toBeVisible();
  const variables = page.getByRole("region", { name: "Variables" });
  const masks = variables.getByRole("button", { name: "Masked: account_number" });
  await expect(masks, "its own value, and the one that was said in the same breath").toHaveCount(2);
  await expect(visibleText(variables, "Larkspur")).toBeVisible();

  const sample = { ...preparedSample, live: agent, settled: call };
  await signIn(page, { role: "owner" });
  for (const { at } of Object.values(PAGES)) {
    await page.goto(at(sample));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    parts.push(...(await look(page, texts)));
  }
  // From the list into the call, by payloads instead of documents.
  await page.goto("/calls?q=larkspur");
  await page.getByRole("table", { name: "Calls" }).getByRole("link").first().click();
  await expect(visibleText(page, "Larkspur").first()).toBeVisible();
  parts.push(...(await look(page, texts)));
  // Chromium does not always keep the body of a payload that the page has read, so the test requests it again.
  const payload = await page.request.get(page.url(), { headers: { rsc: "1" } });
  const payloadType = payload.headers()["content-type"]?.split(";")[0];
  texts.push({ where: `${payloadType} ${new URL(page.url()).pathname}`, text: await payload.text() });
  for (const path of [`/calls/${call}`, "/calls?limit=100", `/agents/${agent}`, "/audit?limit=100"])
    texts.push({ where: `GET /v1${path}`, text: JSON.stringify((await ask(page, "GET", path)).json) });
  await whole();

  expect(find(texts), "a value").toEqual([]);
  expect(parts, "a part of a value").toEqual([]);
  const controlPlaces = findControl(texts).map((where) => where.split(" ")[0]);
  expect([...new Set(controlPlaces)].sort(), "what is not marked comes out by each way").toEqual(
    ["GET", "content", "event", "text/html", "text/x-component"].sort(),
  );
  await owner.close();
});

test("a search finds words of a call, and no value that is masked in it", async ({ page }) => {
  await signIn(page, { role: "viewer" });
  const total = async (words: string) =>
    (await ask(page, "GET", `/calls?include_total=true&q=${encodeURIComponent(words)}`)).json.total;
  expect(await total("Larkspur")).toBeGreaterThan(0);
  for (const words of ["4815162342", "4815", "2342", "four eight one five", "4111"])
    expect(await total(words), words).toBe(0);
});
