import "@/test/fixtures/loopback";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createIntegration, openSpeechAccount, readIntegration } from "@/lib/agents/integrations";
import { CreateIntegration, type IntegrationCheck } from "@/lib/agents/integrations/schema";
import { startCartesiaProvider } from "@/lib/agents/providers/testing/cartesia-provider";
import { startOpenAiSpeechProvider } from "@/lib/agents/providers/testing/openai-provider";
import { updateWorkspace } from "@/lib/identity/workspaces";
import { db } from "@/lib/platform/db";
import { createHttpClient, type HttpClient } from "@/lib/platform/egress";
import { openSpeechProvider } from "@/lib/voice/testing/speech-provider";
import { apiOf } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { checkIntegration } from ".";
import { startOpenAiProvider } from "./testing/open-ai-provider";

const KEY = "sk-right-key-0123456789";
const WRONG = "sk-wrong-key-9876543210";
/** Longer than any answer on a slow machine. */
const LIMITS = { requestMs: 20_000, totalMs: 60_000 };
/** For a server that never answers. */
const SHORT_LIMITS = { requestMs: 600, totalMs: 5_000 };
const LOOPBACK = ["127.0.0.1"];

let space: TestWorkspace;
let server: Awaited<ReturnType<typeof startOpenAiProvider>>;
let speech: Awaited<ReturnType<typeof openSpeechProvider>>;
let egress: HttpClient;
let names = 0;

beforeAll(async () => {
  server = await startOpenAiProvider();
  speech = await openSpeechProvider(["yes"]);
  egress = createHttpClient({ allowedHosts: LOOPBACK });
});
afterAll(async () => {
  await egress.close();
  await server.close();
  await speech.close();
});
beforeEach(async () => {
  // Checks are counted by workspace.
  space = await makeWorkspace();
  server.reset();
  speech.seen.length = 0;
  Object.assign(speech.deepgram, { keys: [KEY], models: ["nova-3"], closedModels: [], hasCredits: true });
  Object.assign(speech.deepgram, { takesOptOut: true });
  Object.assign(speech.elevenLabs, { keys: [KEY], voices: ["anna"], tier: "creator", left: 100 });
  Object.assign(speech.elevenLabs, { mayRead: true, zeroRetention: "refused" });
});

async function connect(credential: object, more: object = {}): Promise<string> {
  const input = CreateIntegration.parse({ name: `provider-${++names}`, credential, ...more });
  const integration = await createIntegration(space.ctx("admin"), input, { egress, allowedHosts: LOOPBACK });
  return integration.id;
}
const check = (id: string, options: Parameters<typeof checkIntegration>[2] = {}) =>
  checkIntegration(space.ctx("admin"), id, { egress, limits: LIMITS, ...options });
const codes = ({ findings }: IntegrationCheck) => findings.map(({ code }) => code);
const wrongs = ({ findings }: IntegrationCheck) =>
  findings.filter(({ ok }) => !ok).map(({ code, subject }) => [code, subject]);
const checked = async (credential: object, options?: Parameters<typeof checkIntegration>[2]) =>
  check(await connect(credential), options);

const model = (more: object = {}) => ({
  kind: "model",
  base_url: server.baseUrl,
  api_key: KEY,
  models: ["small"],
  ...more,
});
const deepgram = (more: object = {}) => ({ kind: "deepgram", api_key: KEY, base_url: speech.url, ...more });
const elevenLabs = (more: object = {}) => ({
  kind: "elevenlabs",
  api_key: KEY,
  base_url: speech.url,
  voices: ["anna"],
  ...more,
});
const speechServer = (more: object = {}) => ({
  kind: "speech",
  base_url: server.baseUrl,
  api_key: KEY,
  voices: ["alloy"],
  models: ["whisper-1"],
  ...more,
});
const basisOf = async (id: string) => {
  const { model: models, speech: voices } = await readIntegration(space.ctx("viewer"), id);
  const modelList = models ?? voices;
  return [modelList?.zero_retention, modelList?.zero_retention_basis];
};

describe("a model server", () => {
  test("is asked for one word of each model, as the workspace names them", async () => {
    const done = await checked(model());
    expect(done).toMatchObject({ ok: true });
    expect(codes(done)).toEqual(["key", "model"]);
    const bodies = server.asked.filter(({ method }) => method === "POST").map(({ body }) => JSON.parse(body));
    expect(bodies).toMatchObject([{ model: "small", max_tokens: 1 }]);
  });

  test.each([404, 403] as const)(
    "whose list answers %s, and a model that counts its tokens otherwise, are fine",
    async (lists) => {
      Object.assign(server.account, { lists, reasoningModels: ["thinker"] });
      expect(await checked(model({ models: ["small", "thinker"] }))).toMatchObject({ ok: true });
    },
  );

  test("says what is wrong, and what to do", async () => {
    expect(wrongs(await checked(model({ api_key: WRONG })))).toEqual([["wrong_key", null]]);
    expect(wrongs(await checked(model({ models: ["small", "large"] })))).toEqual([
      ["unknown_model", "large"],
    ]);
    server.account.hasQuota = false;
    expect(wrongs(await checked(model()))).toEqual([["no_quota", "small"]]);
    server.account.always = 500;
    expect(wrongs(await checked(model()))).toEqual([["failing", null]]);
    server.account.always = 403;
    expect(wrongs(await checked(model()))).toEqual([["no_permission", null]]);
    server.account.always = "page";
    expect(wrongs(await checked(model()))).toEqual([["not_a_model_server", "small"]]);
  });

  test("is waited for within a limit, however many models it has", async () => {
    server.account.always = "hang";
    const models = Array.from({ length: 50 }, (_, i) => `m${i}`);
    const done = await checked(model({ models }), { limits: SHORT_LIMITS });
    expect(wrongs(done)).toEqual([["too_slow", null]]);
    server.reset();
    expect(codes(await checked(model({ models })))).toContain("not_all_asked");
    expect(server.asked.filter(({ method }) => method === "POST").length).toBeLessThanOrEqual(5);
  });

  test("answers that never end are cut", async () => {
    const endless = createServer((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
      };
      response.on("drain", more);
      more();
    });
    await new Promise<void>((done) => endless.listen(0, "127.0.0.1", done));
    const { port } = endless.address() as AddressInfo;
    const done = await checked(model({ base_url: `http://127.0.0.1:${port}/v1` }));
    expect(wrongs(done).map(([code]) => code)).toEqual(["not_a_model_server"]);
    endless.closeAllConnections();
    await new Promise((closed) => endless.close(closed));
  });

  test("that is refused, away, or not trusted by TLS says so, with the operator's setting", async () => {
    const id = await connect(model());
    const strict = createHttpClient({ allowedHosts: [] });
    const refused = await check(id, { egress: strict });
    expect(wrongs(refused)).toEqual([["refused_address", null]]);
    expect(refused.findings[0]?.message).toContain(`TOOL_ALLOWED_HOSTS=${server.host}`);
    await strict.close();
    const away = await checked(model({ base_url: "http://127.0.0.1:9/v1" }));
    expect(wrongs(away)).toEqual([["unreachable", null]]);
    const plain = await checked(model({ base_url: `https://${server.host}/v1` }));
    expect(wrongs(plain)).toEqual([["tls", null]]);
  });
});

describe("Deepgram", () => {
  test("is asked for a handshake with the model and the opt-out", async () => {
    const id = await connect(deepgram({ zero_retention: true }));
    expect(codes(await check(id))).toEqual(["key", "model"]);
    expect(speech.seen.map(({ path, optsOut }) => [path.includes("model=nova-3"), optsOut])).toEqual([
      [true, true],
    ]);
    expect(await basisOf(id)).toEqual([true, "request"]);
  });

  test("says what is wrong, and what to do", async () => {
    expect(wrongs(await checked(deepgram({ api_key: WRONG })))).toEqual([["wrong_key", null]]);
    expect(wrongs(await checked(deepgram({ models: ["nova-9"] })))).toEqual([["unknown_model", "nova-9"]]);
    speech.deepgram.closedModels = ["nova-3"];
    expect(wrongs(await checked(deepgram()))).toEqual([["no_permission", "nova-3"]]);
    speech.deepgram.closedModels = [];
    speech.deepgram.hasCredits = false;
    expect(wrongs(await checked(deepgram()))).toEqual([["no_quota", "nova-3"]]);
  });

  test("is asked at the address of Flux for a Flux model", async () => {
    speech.deepgram.models = ["flux-general-en"];
    const done = await checked(deepgram({ models: ["flux-general-en", "flux-general-xx"] }));
    expect(wrongs(done)).toEqual([["unknown_model", "flux-general-xx"]]);
    expect(speech.seen.every(({ path, optsOut }) => path.startsWith("/v2/listen?") && optsOut)).toBe(true);
  });

  test("that does not take the opt-out keeps nothing no more, and again once it does", async () => {
    const id = await connect(deepgram({ zero_retention: true }));
    speech.deepgram.takesOptOut = false;
    expect(wrongs(await check(id))).toEqual([["opt_out_refused", "nova-3"]]);
    expect(await basisOf(id)).toEqual([false, "refused"]);
    speech.deepgram.takesOptOut = true;
    expect(await check(id)).toMatchObject({ ok: true });
    expect(await basisOf(id)).toEqual([true, "request"]);
    expect(speech.seen.every(({ optsOut }) => optsOut)).toBe(true);
  });
});

describe("ElevenLabs", () => {
  test("is asked for a word by each voice", async () => {
    expect(codes(await checked(elevenLabs()))).toEqual(["key", "quota", "voice"]);
    const bodies = speech.seen.flatMap(({ texts }) => texts).map((text) => JSON.parse(text));
    expect(bodies).toMatchObject([{ text: "Hi." }]);
  });

  test("says what is wrong, and what to do", async () => {
    expect(wrongs(await checked(elevenLabs({ api_key: WRONG })))).toEqual([["wrong_key", null]]);
    expect(wrongs(await checked(elevenLabs({ voices: ["anna", "bea"] })))).toEqual([
      ["unknown_voice", "bea"],
    ]);
    expect(wrongs(await checked(elevenLabs({ voice_model: "m9" })))).toEqual([["unknown_model", "anna"]]);
    speech.elevenLabs.left = 0;
    expect(wrongs(await checked(elevenLabs()))).toEqual([
      ["no_quota", null],
      ["no_quota", "anna"],
    ]);
  });

  test.each([
    ["enterprise", true, "refused", [true, "request"], []],
    ["creator", true, "refused", [false, "refused"], ["zero_retention_refused"]],
    // It takes the request and keeps it all the same: only the plan tells.
    ["creator", true, "ignored", [false, "refused"], ["zero_retention_refused"]],
    ["enterprise", false, "ignored", [false, "unconfirmed"], ["zero_retention_unconfirmed"]],
  ] as const)(
    "keeps nothing only where it is seen to accept that: %s, readable %s, %s",
    async (tier, mayRead, zeroRetention, basis, expected) => {
      Object.assign(speech.elevenLabs, { tier, mayRead, zeroRetention });
      const id = await connect(elevenLabs({ zero_retention: true }));
      expect(await basisOf(id)).toEqual([false, "unconfirmed"]);
      await updateWorkspace(space.ctx("admin"), { require_zero_retention: true });
      const { name } = await readIntegration(space.ctx("viewer"), id);
      const isAllowed = async () => (await openSpeechAccount(space.ctx("viewer"), name, "live"))?.allowed;
      expect(await isAllowed()).toBe(false);
      const done = await check(id);
      expect([...new Set(wrongs(done).map(([code]) => code))]).toEqual(expected);
      expect(await basisOf(id)).toEqual(basis);
      expect(await isAllowed()).toBe(basis[0]);
      expect(speech.seen.every(({ path }) => path.includes("enable_logging=false"))).toBe(true);
    },
  );

  test("that cannot be reached for the moment keeps what was seen of it", async () => {
    speech.elevenLabs.tier = "enterprise";
    const id = await connect(elevenLabs({ zero_retention: true }));
    await check(id);
    const strict = createHttpClient({ allowedHosts: [] });
    expect(await check(id, { egress: strict })).toMatchObject({ ok: false });
    await strict.close();
    expect(await basisOf(id)).toEqual([true, "request"]);
  });
});

describe("a speech server", () => {
  test("is asked to speak and to transcribe", async () => {
    expect(codes(await checked(speechServer()))).toEqual(["voice", "model"]);
    expect(wrongs(await checked(speechServer({ api_key: WRONG })))).toEqual([["wrong_key", null]]);
    expect(wrongs(await checked(speechServer({ voices: ["alloy", "echo"] })))).toEqual([
      ["unknown_voice", "echo"],
    ]);
    expect(wrongs(await checked(speechServer({ models: ["whisper-9"] })))).toEqual([
      ["unknown_model", "whisper-9"],
    ]);
    server.account.always = "page";
    expect(wrongs(await checked(speechServer({ models: [] })))).toEqual([["not_a_speech_server", "alloy"]]);
  });
});

test("a speech server that transcribes while the caller speaks is found out, and found out again", async () => {
  const streaming = await startOpenAiSpeechProvider({ realtime: "compatible" });
  const settings = { base_url: streaming.baseUrl, api_key: streaming.account.key };
  const id = await connect({ kind: "speech", ...settings, models: ["gpt-4o-transcribe"] });
  const streams = async () => (await readIntegration(space.ctx("viewer"), id)).speech?.streaming;
  expect(await streams()).toBeNull();
  expect(codes(await check(id))).toEqual(["model", "streaming"]);
  expect(await streams()).toBe(true);
  expect(await openSpeechAccount(space.ctx("viewer"), `provider-${names}`, "live")).toMatchObject({
    settings: { streaming: true },
  });
  streaming.account.realtime = "none";
  await check(id);
  expect(await streams()).toBe(false);
  await streaming.close();
});

test("Cartesia and OpenAI are asked to speak and to transcribe", async () => {
  const cartesia = await startCartesiaProvider();
  const openai = await startOpenAiSpeechProvider();
  const voices = { cartesia: ["anna"], openai: ["marin"] };
  expect(
    codes(
      await checked({
        kind: "cartesia",
        api_key: cartesia.account.key,
        base_url: cartesia.baseUrl,
        voices: voices.cartesia,
      }),
    ),
  ).toEqual(["key", "voice", "model"]);
  expect(
    codes(
      await checked({
        kind: "openai",
        api_key: openai.account.key,
        base_url: openai.baseUrl,
        voices: voices.openai,
      }),
    ),
  ).toEqual(["key", "voice", "model", "model_retires"]);
  await Promise.all([cartesia.close(), openai.close()]);
});

describe("a credential of tools", () => {
  async function listening(status: (authorization: string | undefined) => number) {
    const requestedModels: (string | undefined)[] = [];
    const http = createServer((request, response) => {
      requestedModels.push(request.method);
      response.writeHead(status(request.headers.authorization), { location: "http://127.0.0.1:9/" }).end();
    });
    await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
    const host = `127.0.0.1:${(http.address() as AddressInfo).port}`;
    return { asked: requestedModels, host, close: () => new Promise((done) => http.close(done)) };
  }
  const bearer = (host: string) =>
    connect({ kind: "bearer", token: KEY }, { name: `Orders ${++names}`, hosts: [host] });

  test("goes to its hosts with a request that changes nothing", async () => {
    const api = await listening((authorization) => (authorization === `Bearer ${KEY}` ? 404 : 401));
    expect(codes(await check(await bearer(api.host)))).toEqual(["reached"]);
    expect(new Set(api.asked)).toEqual(new Set(["HEAD"]));
    await api.close();
  });

  test("says that a host refuses it, redirects, or is away", async () => {
    const refuses = await listening(() => 401);
    expect(wrongs(await check(await bearer(refuses.host)))).toEqual([["wrong_key", refuses.host]]);
    await refuses.close();
    const away = await bearer(refuses.host);
    expect(wrongs(await check(away))).toEqual([["unreachable", refuses.host]]);
    const redirects = await listening(() => 302);
    expect(codes(await check(await bearer(redirects.host)))).toEqual(["reached"]);
    expect(redirects.asked).toEqual(["HEAD"]);
    await redirects.close();
  });
});

describe("every check", () => {
  test("says nothing of a secret or of what the provider wrote, and is audited", async () => {
    const id = await connect(model({ api_key: WRONG, models: ["large"] }));
    const done = await check(id);
    server.account.always = 400;
    const repeated = await check(id);
    const audited = await space
      .ctx("owner")
      .db.all(
        db
          .selectFrom("audit_events")
          .select(["action", "after"])
          .where("target", "=", id)
          .where("action", "=", "integration.checked"),
      );
    expect(audited).toMatchObject([{ after: { ok: false, codes: ["wrong_key"] } }, { after: { ok: false } }]);
    for (const text of [done, repeated, audited].map((value) => JSON.stringify(value))) {
      expect(text).not.toContain(WRONG);
      expect(text).not.toMatch(/You sent|Incorrect API key/);
    }
  });

  test("is for admins, is found in its own workspace alone, and is bounded by the minute", async () => {
    const id = await connect(model());
    const api = apiOf(space);
    const path = `/v1/integrations/${id}/check`;
    expect((await api("POST", path, { role: "builder" })).status).toBe(403);
    const stranger = await makeWorkspace();
    expect((await apiOf(stranger)("POST", path)).status).toBe(404);
    const statuses: number[] = [];
    for (let n = 0; n < 22; n++) statuses.push((await api("POST", path)).status);
    expect(statuses[0]).toBe(200);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });
});
