import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect as base, type Page, test } from "@playwright/test";
import { ask } from "./ask";
import { agentOf, call, callId, EXCHANGE_MS, listens, panel, turnsBy } from "./calling";
import { expectAccessible, listen, lookAt } from "./look";
import { speakerOf, withMicrophone } from "./microphone";
import { scopeHeader, signIn } from "./session";

const expect = base.configure({ timeout: EXCHANGE_MS });
test.describe.configure({ mode: "serial", timeout: 300_000 });

test.use({
  launchOptions: async ({ launchOptions }, use) => use(withMicrophone(launchOptions)),
});

/** Measures the audio output, independent of the page's state. */
async function listenToSpeaker(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const measured = Object.assign(window, { loudest: 0 });
    const connect = AudioNode.prototype.connect as (this: AudioNode, ...to: unknown[]) => unknown;
    AudioNode.prototype.connect = function (this: AudioNode, ...to: unknown[]) {
      if (to[0] instanceof AudioDestinationNode) {
        const meter = new AnalyserNode(this.context);
        connect.call(this, meter);
        const samples = new Float32Array(meter.fftSize);
        setInterval(() => {
          meter.getFloatTimeDomainData(samples);
          const rms = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
          measured.loudest = Math.max(measured.loudest, rms);
        }, 20);
      }
      return connect.call(this, ...to);
    } as AudioNode["connect"];
  });
  return () => page.evaluate(() => (window as unknown as { loudest: number }).loudest);
}

/** Files of sound as it was captured. Other tests store other files meanwhile, and jobs make files of earlier calls. */
const captured = (): string[] => {
  const folder = join(process.env.E2E_DATA_DIR ?? "", "storage");
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true, encoding: "utf8" })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name))
    .filter((file) => basename(dirname(file)) === "raw");
};

type Settled = {
  settled_at: string | null;
  status: string;
  end_reason: string;
  variables: Record<string, unknown>;
  recording: {
    state: string;
    announced_at: string | null;
    opted_out_at: string | null;
    trace: { event: string }[];
  };
};
async function settled(page: Page, id: string): Promise<Settled> {
  const read = async () => (await ask(page, "GET", `/calls/${id}`)).json as unknown as Settled;
  await expect.poll(async () => (await read()).settled_at).toEqual(expect.any(String));
  return read();
}
const recordingOf = (page: Page, id: string) =>
  page.request.get(`/v1/calls/${id}/recording`, { headers: scopeHeader(page) });

type TimedTurn = { role: string; start_ms: number; end_ms: number };
const fail = (): never => {
  throw new Error("The caller has said nothing.");
};

/** Listens to the recording on its page, by pointer and by keys. */
async function review(page: Page, id: string): Promise<void> {
  const timeline = page.getByRole("region", { name: "Timeline" });
  const conversation = page.getByRole("region", { name: "Conversation" });
  await timeline.getByText(/^Recording consent/).click();
  await expect(timeline).toContainText("The caller did not object in time; recording started");
  const place = timeline.getByRole("slider", { name: "Position in the call" });
  // Slowly, so that it is not over before it is paused.
  await timeline.getByRole("combobox", { name: "Speed" }).selectOption("0.75");
  await timeline.getByRole("button", { name: "Play" }).click();
  await expect(place).not.toHaveValue("0");
  await timeline.getByRole("button", { name: "Pause" }).click();

  await conversation
    .getByRole("button", { name: /^Play from/ })
    .first()
    .click();
  await timeline.getByRole("button", { name: "Pause" }).click();
  // In the middle of what the caller said last.
  const { transcript } = (await ask(page, "GET", `/calls/${id}`)).json as unknown as {
    transcript: TimedTurn[];
  };
  const { start_ms, end_ms } = transcript.filter(({ role }) => role === "caller").at(-1) ?? fail();
  await place.fill(String(Math.round((start_ms + end_ms) / 2)));
  const answer = conversation
    .getByRole("listitem")
    .filter({ hasText: /^Caller/ })
    .last();
  await expect(answer, "the turn that is heard is marked").toHaveAttribute("aria-current", "true");
  await place.press("ArrowLeft");
  const before = Number(await place.inputValue());
  await place.press("ArrowLeft");
  expect(Number(await place.inputValue())).toBeLessThan(before);
  await place.press(" ");
  await expect(timeline.getByRole("button", { name: "Pause" })).toBeVisible();
  await place.press(" ");
  await place.blur();
  // The same keys, with the focus nowhere.
  await page.keyboard.press(" ");
  await expect(timeline.getByRole("button", { name: "Pause" })).toBeVisible();
  await page.keyboard.press(" ");
  await expect(timeline.getByRole("button", { name: "Play" })).toBeVisible();
  await page.keyboard.press("]");
  await expect(conversation.locator("[aria-current=true]")).toHaveCount(1);
  await timeline.getByRole("combobox", { name: "Speed" }).selectOption("1.5");
  await expect(timeline.getByRole("link", { name: "WAV" })).toHaveAttribute("href", /format=wav/);
  const responses = timeline.getByRole("toolbar", { name: /^Response latency/ });
  await expect(responses.getByRole("button", { name: /Response after [\d,]+ ms$/ }).first()).toBeVisible();
  await expect(timeline.getByRole("toolbar", { name: /^Recording consent/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "Latency" })).toContainText("Endpointing");
}

test("one talks to a draft through the microphone, hears it, and finds the recording in step with the turns", async ({
  page,
  baseURL,
}) => {
  const pageLog = listen(page, baseURL);
  const loudness = await listenToSpeaker(page);
  const caller = await speakerOf(page, "yes");
  await signIn(page, { role: "builder" });
  await call(page, await agentOf(page), "This agent records its calls");
  await expect(panel(page).getByText("Recorded", { exact: true })).toBeVisible();
  await expect.poll(loudness, "the agent is heard").toBeGreaterThan(0.01);
  await listens(page, 1);
  await caller.say("yes");
  await expect(turnsBy(page, "You").first()).toContainText("yes");
  await listens(page, 2);
  await caller.say("yes");
  await expect(panel(page).getByRole("status")).toContainText("Call ended");
  await expect(panel(page)).toContainText("1 of 1");
  const conversation = panel(page).getByRole("log", { name: "Conversation" });
  await expect(conversation).toContainText("The caller did not object in time; recording started");
  await expect(
    conversation.getByRole("button", { name: /^Answered in/ }).first(),
  ).toHaveAccessibleDescription(/Endpointing: /);

  const id = await callId(page);
  const done = await settled(page, id);
  expect(done).toMatchObject({
    status: "completed",
    end_reason: "agent_ended",
    variables: { reserves: true },
  });
  expect(done.recording.announced_at).not.toBeNull();
  // Later it may be masked again, and be refused meanwhile; the answer that is there counts.
  let sound = await recordingOf(page, id);
  await expect
    .poll(async () => {
      sound = await recordingOf(page, id);
      // The code of a refusal tells a file that is not ready from one that is being masked.
      return sound.ok() ? "" : await sound.text();
    })
    .toBe("");
  expect(sound.headers()["content-type"]).toContain("audio/ogg");
  expect((await sound.body()).subarray(0, 4).toString()).toBe("OggS");
  expect((await sound.body()).length).toBeGreaterThan(5_000);

  await panel(page).getByRole("link", { name: "Open call" }).click();
  await review(page, id);
  // Before axe looks: it writes what it reads of a shadow's style into an element that the policy forbids.
  expect(pageLog).toEqual({ complaints: [], foreign: [] });
  await lookAt(page);
});

test("a caller who declines continues unrecorded: the state shows it, and no audio is stored", async ({
  page,
}) => {
  const caller = await speakerOf(page, "don't record this");
  await signIn(page, { role: "builder" });
  const before = captured();
  await call(page, await agentOf(page));
  await expect(panel(page).getByText("Recorded", { exact: true })).toBeVisible();
  await listens(page, 1);
  await caller.say("don't record this");
  await expect(panel(page).getByText("Not recorded", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expect(turnsBy(page, "Agent").nth(1), "the conversation goes on").toBeVisible();
  await panel(page).getByRole("button", { name: "Hang up" }).click();
  await expect(panel(page).getByRole("status")).toContainText("Call ended");

  const id = await callId(page);
  const { recording } = await settled(page, id);
  expect(recording).toMatchObject({ state: "suppressed" });
  expect(recording.opted_out_at).not.toBeNull();
  expect(recording.trace.map(({ event }) => event)).toContain("declined_by_words");
  expect((await recordingOf(page, id)).status()).toBe(404);
  expect(captured().filter((file) => !before.includes(file))).toEqual([]);
});

test("a denied microphone is explained, and no call starts", async ({ page }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"));
  });
  await signIn(page, { role: "builder" });
  const agent = await agentOf(page);
  await page.goto(`/agents/${agent}`);
  await page.getByRole("button", { name: "Call", exact: true }).first().click();
  await panel(page).getByRole("button", { name: "Call", exact: true }).click();
  await expect(panel(page).getByRole("alert")).toContainText(
    "The microphone is blocked. Allow it for this site",
  );
  expect((await ask(page, "GET", `/calls?agent_id=${agent}`)).json).toMatchObject({ data: [] });
  await lookAt(page);
});
