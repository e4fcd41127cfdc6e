import type pg from "pg";
import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import {
  createIntegration,
  disconnectIntegration,
  listTranscribers,
  listVoices,
} from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import { createCall } from "@/lib/calls/calls";
import { type Call, CreateCall } from "@/lib/calls/calls/schema";
import { createHttpClient, type HttpClient } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { log } from "@/lib/platform/log";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { apiOf } from "@/test/fixtures/api";
import { everyColumn } from "@/test/fixtures/canary/database";
import type { TestWorkspace } from "@/test/fixtures/workspace";
import { workspaceVoices } from "./providers-for";
import { connect, type TestBrowser } from "./testing/browser";
import { bePatientWith } from "./testing/provider-limits";
import { speech } from "./testing/providers";
import { ITS_LEVEL, openSpeechProvider } from "./testing/speech-provider";
import { openVoiceDesk, type VoiceDesk } from "./testing/voice-fixture";

/** A stalled provider times out after seconds, and the call runs in real time. */
const PATIENCE = { timeout: 20_000, interval: 20 };
const PATIENCE_MS = 60_000;
const PEOPLE = { name: "people", type: "number", description: "how many people come" };
const BY_ACCOUNT = { voice_id: "elevenlabs:anna", transcriber: "deepgram:nova-3", variables: [PEOPLE] };
/** The scripts stand for what is built in: they hear the same. */
const LINES = ["four", "yes, that is right"];

let provider: Awaited<ReturnType<typeof openSpeechProvider>>;
let egress: HttpClient;
let fixture: VoiceDesk;
let otherFixture: VoiceDesk;
let admin: pg.Client;
const logged: string[] = [];

beforeAll(async () => {
  provider = await openSpeechProvider(LINES);
  egress = createHttpClient({ allowedHosts: [provider.host] });
  fixture = await openVoiceDesk((scripts) => workspaceVoices(scripts, egress));
  otherFixture = await openVoiceDesk((scripts) => workspaceVoices(scripts, egress));
  admin = await adminOfThisDatabase();
  const stream = (log as unknown as Record<symbol, { write(line: string): void }>)[pino.symbols.streamSym];
  if (stream === undefined) throw new Error("The log has no stream.");
  vi.spyOn(stream, "write").mockImplementation((line) => void logged.push(line));
  log.level = "debug";
  await connectProviders(fixture.space, "of-the-first-workspace");
  const flux = {
    kind: "deepgram",
    api_key: "deepgram-key-of-the-first-workspace",
    models: ["flux-general-en"],
    base_url: provider.url,
  };
  const input = CreateIntegration.parse({ name: "flux", credential: flux });
  await createIntegration(fixture.space.ctx("admin"), input, { egress, allowedHosts: [provider.host] });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await Promise.all([fixture.close(), otherFixture.close()]);
  await provider.close();
  await egress.close();
  await admin.end();
  await closeHub();
});
beforeEach(() => {
  bePatientWith("voice", "transcriber");
  provider.seen.length = 0;
  Object.assign(provider.conduct, { speaks: "work", hears: "work" });
});

/** Deepgram keeps and trains on what comes without this: no connection of any call may lack it. */
afterEach(() => {
  const listens = provider.seen.filter(({ path }) => /^\/v[12]\/listen/.test(path));
  expect(listens.filter(({ optsOut }) => !optsOut)).toEqual([]);
});

/** Connects both providers with keys that tell whose they are; answers the integrations' ids. */
async function connectProviders(space: TestWorkspace, keyName: string): Promise<string[]> {
  const ids: string[] = [];
  for (const credential of [
    { kind: "deepgram", api_key: `deepgram-key-${keyName}`, base_url: provider.url },
    {
      kind: "elevenlabs",
      api_key: `elevenlabs-key-${keyName}`,
      voices: [{ id: "anna", name: "Anna" }],
      base_url: provider.url,
    },
  ]) {
    const input = CreateIntegration.parse({ name: credential.kind, credential });
    const integration = await createIntegration(space.ctx("admin"), input, {
      egress,
      allowedHosts: [provider.host],
    });
    ids.push(integration.id);
  }
  return ids;
}

const agentTurns = (browser: TestBrowser) => browser.turns().filter(({ role }) => role === "agent");
const settled = (of: VoiceDesk, id: string): Promise<Call> =>
  vi.waitFor(async () => {
    const call = await of.read(id);
    expect(call.settled_at).not.toBeNull();
    return call;
  }, PATIENCE);

/** Answers what the agent asks for, to the end of the call. */
async function hold(of: VoiceDesk, call: Call): Promise<{ done: Call; levels: number[] }> {
  const browser = await connect(of.url, call.connect?.token ?? "");
  for (let n = 0; n < LINES.length; n++) {
    await browser.until(() => agentTurns(browser).length > n, PATIENCE.timeout);
    await browser.state("listening");
    await browser.say(speech(n, 600));
  }
  await browser.until(() => browser.closed() ?? undefined, PATIENCE.timeout);
  return { done: await settled(of, call.id), levels: browser.played.map(({ level }) => level) };
}
const say = async (of: VoiceDesk, agentId: string) => hold(of, await of.start(agentId));
const failures = ({ provider_failures }: Call) =>
  provider_failures.map(({ provider: name, part, kind }) => [name, part, kind]);

it(
  "a workspace's calls are heard and spoken by the providers that it has connected",
  async () => {
    expect((await listVoices(fixture.ctx)).data.map(({ id }) => id)).toContain("elevenlabs:anna");
    expect((await listTranscribers(fixture.ctx)).data.map(({ id }) => id)).toContain("deepgram:nova-3");
    const { done, levels } = await say(fixture, await fixture.agent({ lines: LINES }, BY_ACCOUNT));
    expect(done).toMatchObject({
      end_reason: "agent_ended",
      variables: { people: 4 },
      provider_failures: [],
    });
    // All that was loud was the provider's, and nothing was asked of what is built in.
    expect(levels.filter((level) => level > 500).every((level) => level === ITS_LEVEL)).toBe(true);
    expect(levels).toContain(ITS_LEVEL);
    const builtin = fixture.providersOf(done.id);
    expect([builtin?.synthesizedTexts, builtin?.expected]).toEqual([[], []]);
    expect(new Set(provider.seen.map(({ key }) => key))).toEqual(
      new Set(["elevenlabs-key-of-the-first-workspace", "Token deepgram-key-of-the-first-workspace"]),
    );
    expect(provider.seen.some(({ path }) => path.includes("/text-to-speech/anna/"))).toBe(true);
    expect(provider.seen.some(({ path }) => path.includes("model=nova-3"))).toBe(true);
    // One socket for all utterances.
    expect(provider.seen.filter(({ optsOut }) => optsOut)).toHaveLength(1);
  },
  PATIENCE_MS,
);

it(
  "a call that a Flux model transcribes is understood",
  async () => {
    provider.deepgram.models = ["flux-general-en"];
    const [deepgram] = (await listTranscribers(fixture.ctx)).data.filter(({ id }) => id.startsWith("flux:"));
    expect(deepgram?.id).toBe("flux:flux-general-en");
    const settings = { ...BY_ACCOUNT, transcriber: "flux:flux-general-en" };
    const { done } = await say(fixture, await fixture.agent({ lines: LINES }, settings));
    expect(done).toMatchObject({
      end_reason: "agent_ended",
      variables: { people: 4 },
      provider_failures: [],
    });
    expect(provider.seen.filter(({ path }) => path.startsWith("/v2/listen"))).toHaveLength(1);
    provider.deepgram.models = ["nova-3"];
  },
  PATIENCE_MS,
);

it.each([
  [
    "stalls",
    "cut",
    [
      ["elevenlabs", "voice", "timeout"],
      ["deepgram", "transcriber", "unavailable"],
    ],
  ],
  [
    "cut",
    "stalls",
    [
      ["elevenlabs", "voice", "unavailable"],
      ["deepgram", "transcriber", "timeout"],
    ],
  ],
] as const)(
  "a call whose voice %s and whose transcriber %s continues with the built-in ones, and reports it",
  async (speaks, hears, reported) => {
    // The silent provider is waited for as in production; the other is not to be late.
    bePatientWith(speaks === "stalls" ? "transcriber" : "voice");
    const conduct = (word: "stalls" | "cut") => (word === "stalls" ? "stall" : "cut");
    Object.assign(provider.conduct, { speaks: conduct(speaks), hears: conduct(hears) });
    const { done, levels } = await say(fixture, await fixture.agent({ lines: LINES }, BY_ACCOUNT));
    expect(done).toMatchObject({ end_reason: "agent_ended", variables: { people: 4 } });
    expect(failures(done)).toEqual(reported);
    const builtin = fixture.providersOf(done.id);
    expect(builtin?.synthesizedTexts.join(" ")).toContain("how many people come");
    expect(builtin?.expected).toHaveLength(LINES.length);
    expect(levels.some((level) => level >= 1_000 && level <= 2_000)).toBe(true);
    // Once it has failed, a provider is not waited for again in the same minute. A lost socket is opened once more.
    const listens = provider.seen.filter(({ path }) => path.startsWith("/v1/listen"));
    expect(listens).toHaveLength(hears === "cut" ? 2 : 1);
    expect(logged.join("")).toContain("a provider of speech failed in a call");
  },
  PATIENCE_MS,
);

it(
  "another workspace's credential is never used, nor a live one in a rehearsal",
  async () => {
    await expect(otherFixture.agent({ lines: LINES }, BY_ACCOUNT)).rejects.toMatchObject({
      details: [
        { pointer: "/voice_id", code: "unknown_voice" },
        { pointer: "/transcriber", code: "unknown_transcriber" },
      ],
    });
    const connected = await connectProviders(otherFixture.space, "of-the-second-workspace");
    const agentId = await otherFixture.agent({ lines: LINES }, BY_ACCOUNT);
    const otherCall = await say(otherFixture, agentId);
    expect(failures(otherCall.done)).toEqual([]);
    expect(new Set(provider.seen.map(({ key }) => key))).toEqual(
      new Set(["elevenlabs-key-of-the-second-workspace", "Token deepgram-key-of-the-second-workspace"]),
    );
    provider.seen.length = 0;
    const builtinAlone = [
      ["elevenlabs", "voice", "not_connected"],
      ["deepgram", "transcriber", "not_connected"],
    ];
    const rehearsal = await createCall(
      otherFixture.ctx,
      CreateCall.parse({ agent_id: agentId, channel: "web", draft: true }),
    );
    expect(failures((await hold(otherFixture, rehearsal)).done).sort()).toEqual(builtinAlone.sort());
    for (const id of connected) await disconnectIntegration(otherFixture.space.ctx("admin"), id);
    const { done } = await say(otherFixture, agentId);
    expect(done).toMatchObject({ end_reason: "agent_ended", variables: { people: 4 } });
    expect(failures(done).sort()).toEqual(builtinAlone.sort());
    expect(provider.seen).toEqual([]);
  },
  PATIENCE_MS,
);

it("a key comes out nowhere: not in an answer, a log, a job or any other column", async () => {
  const ask = apiOf(fixture.space);
  const answers = await Promise.all(
    ["/v1/integrations", "/v1/voices", "/v1/transcribers", "/v1/calls"].map((path) => ask("GET", path)),
  );
  const columns = await everyColumn(admin);
  const all = [...answers.map(({ text }) => text), ...logged, ...columns.map(({ text }) => text)];
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter((text) => /(?:deepgram|elevenlabs)-key-of-the/.test(text))).toEqual([]);
});
