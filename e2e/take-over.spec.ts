import { expect as base, type Page, test } from "@playwright/test";
import { ask } from "./ask";
import { agentOf, call, EXCHANGE_MS, listens, panel } from "./calling";
import { lookAt } from "./look";
import { speakerOf, withMicrophone } from "./microphone";
import { scopeHeader, signIn } from "./session";

const expect = base.configure({ timeout: EXCHANGE_MS });
test.describe.configure({ timeout: 300_000 });

test.use({
  launchOptions: async ({ launchOptions }, use) => use(withMicrophone(launchOptions)),
});

/** Long enough to be measured by polling. */
const WORDS = "good morning, how can I help you with your reservation today";

type Row = { id: string };
/** The call of an agent that is in progress. */
async function runningCall(page: Page, agent: string): Promise<string> {
  const path = `/calls?agent_id=${agent}&status=in_progress`;
  const read = async () => ((await ask(page, "GET", path)).json as unknown as { data: Row[] }).data;
  await expect.poll(async () => (await read()).length).toBe(1);
  return (await read())[0]?.id ?? "";
}

const agentMeter = (page: Page) => page.getByRole("meter", { name: "Volume of the agent" });
/** Levels of the meter, from 0 to 1: a voice is about 0.5. */
const QUIET = 0.05;
const LOUD = 0.1;
const POLL_MS = 100;

test("a member takes over a call, both hear each other, and hanging up ends it as transferred", async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, { role: "builder" });
  const agent = await agentOf(page, { recording: { enabled: false } });
  await call(page, agent, "Calls to this agent are not recorded");
  await listens(page, 1);
  const id = await runningCall(page, agent);

  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const member = await context.newPage();
  const speaker = await speakerOf(member, WORDS);
  await signIn(member, { role: "admin" });
  await member.goto(`/active-calls?call=${id}`);
  const selected = member.getByRole("main").getByRole("region", { name: "Selected call" });
  await selected.getByRole("button", { name: "Take over" }).click();
  await lookAt(member);
  await member.getByRole("dialog").getByRole("button", { name: "Take over" }).click();
  await expect(selected.getByText("You are talking to the caller.")).toBeVisible();
  await expect(selected.getByText("This call is not recorded.")).toBeVisible();
  await expect(selected.getByText(/ is talking to the caller$/)).toBeVisible();
  await lookAt(member);

  // The agent is silent now, so the caller's loudspeaker plays the member alone.
  const level = () => agentMeter(page).evaluate((meter) => (meter as HTMLMeterElement).value);
  await expect.poll(level).toBeLessThan(QUIET);
  const speaking = speaker.say(WORDS);
  await expect.poll(level, { intervals: [POLL_MS] }).toBeGreaterThan(LOUD);
  await speaking;
  await selected.getByRole("button", { name: "Mute" }).click();
  await expect(selected.getByRole("button", { name: "Mute" })).toHaveAttribute("aria-pressed", "true");
  await selected.getByRole("button", { name: "Hang up" }).click();
  await expect(panel(page).getByRole("status")).toContainText("Call ended");
  const read = async () => (await page.request.get(`/v1/calls/${id}`, { headers: scopeHeader(page) })).json();
  await expect.poll(async () => (await read()).end_reason).toBe("transferred");
  await context.close();
});

test("a member listens, the caller is told before, and the call shows who listens", async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, { role: "builder" });
  const agent = await agentOf(page);
  await call(page, agent);
  await listens(page, 1);
  const id = await runningCall(page, agent);

  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const member = await context.newPage();
  await signIn(member, { role: "admin" });
  await member.goto(`/active-calls?call=${id}`);
  const selected = member.getByRole("main").getByRole("region", { name: "Selected call" });
  await selected.getByRole("button", { name: "Listen", exact: true }).click();
  await expect(selected.getByText("You are listening. The caller cannot hear you.")).toBeVisible();
  await expect(
    panel(page).getByText("A person from our team is listening to this call from now on."),
  ).toBeVisible();
  await expect(selected.getByText(/ is listening$/)).toBeVisible();
  await lookAt(member);
  await selected.getByRole("button", { name: "Stop listening" }).click();
  await expect(selected.getByRole("button", { name: "Listen", exact: true })).toBeVisible();
  await panel(page).getByRole("button", { name: "Hang up" }).click();
  await expect(panel(page).getByRole("status")).toContainText("Call ended");
  await context.close();
});
