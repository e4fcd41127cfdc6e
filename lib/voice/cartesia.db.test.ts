import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createIntegration } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import { startCartesiaProvider } from "@/lib/agents/providers/testing/cartesia-provider";
import type { Call } from "@/lib/calls/calls/schema";
import { FRAME_SAMPLES } from "@/lib/platform/audio/frame";
import { createHttpClient, type HttpClient } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { workspaceVoices } from "./providers-for";
import { bePatientWith } from "./testing/provider-limits";
import { lineIn, speech } from "./testing/providers";
import { openVoiceDesk, type VoiceDesk } from "./testing/voice-fixture";

const PATIENCE = { timeout: 20_000, interval: 20 };
const PATIENCE_MS = 60_000;
const LINES = ["four", "yes, that is right"];
const AGENT = {
  voice_id: "cartesia:anna",
  transcriber: "cartesia:ink-2",
  variables: [{ name: "people", type: "number", description: "how many people come" }],
};

/** The line of the script that the caller has said. */
function linesIn(audio: Buffer): string[] {
  for (let at = 0; at + FRAME_SAMPLES * 2 <= audio.length; at += FRAME_SAMPLES * 2) {
    const line = lineIn(new Int16Array(Uint8Array.from(audio.subarray(at, at + FRAME_SAMPLES * 2)).buffer));
    if (line !== undefined) return [LINES[line] ?? ""];
  }
  return [];
}

let provider: Awaited<ReturnType<typeof startCartesiaProvider>>;
let httpClient: HttpClient;
let fixture: VoiceDesk;
beforeAll(async () => {
  provider = await startCartesiaProvider({ pieces: linesIn });
  httpClient = createHttpClient({ allowedHosts: [provider.host] });
  fixture = await openVoiceDesk((scripts) => workspaceVoices(scripts, httpClient));
  const credential = {
    kind: "cartesia",
    api_key: "sk_car_right",
    base_url: provider.baseUrl,
    voices: ["anna"],
  };
  await createIntegration(
    fixture.space.ctx("admin"),
    CreateIntegration.parse({ name: "cartesia", credential }),
    { egress: httpClient, allowedHosts: [provider.host] },
  );
});
afterAll(async () => {
  await fixture.close();
  await httpClient.close();
  await provider.close();
  await closeHub();
});

/** Answers what the agent asks for, to the end of the call. */
async function hold(): Promise<Call> {
  const { call, browser } = await fixture.call(await fixture.agent({ lines: LINES }, AGENT));
  for (let n = 0; n < LINES.length; n++) {
    await browser.until(
      () => browser.turns().filter(({ role }) => role === "agent").length > n,
      PATIENCE.timeout,
    );
    await browser.state("listening");
    await browser.say(speech(n, 600));
  }
  await browser.until(() => browser.closed() ?? undefined, PATIENCE.timeout);
  return vi.waitFor(async () => {
    const settled = await fixture.read(call.id);
    expect(settled.settled_at).not.toBeNull();
    return settled;
  }, PATIENCE);
}

it("Cartesia speaks and transcribes a call", { timeout: PATIENCE_MS }, async () => {
  bePatientWith("voice", "transcriber");
  const call = await hold();
  expect(call).toMatchObject({
    end_reason: "agent_ended",
    variables: { people: 4 },
    provider_failures: [],
  });
  const builtin = fixture.providersOf(call.id);
  expect([builtin?.synthesizedTexts, builtin?.expected]).toEqual([[], []]);
});

it(
  "the built-in parts continue a call in which Cartesia falls silent",
  async () => {
    bePatientWith();
    Object.assign(provider.account, { speaks: "stall", hears: "stall" });
    const call = await hold();
    expect(call).toMatchObject({ end_reason: "agent_ended", variables: { people: 4 } });
    expect(call.provider_failures.map(({ part, kind }) => [part, kind])).toEqual([
      ["voice", "timeout"],
      ["transcriber", "timeout"],
    ]);
  },
  PATIENCE_MS,
);
