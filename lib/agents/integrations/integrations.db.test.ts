import { beforeAll, describe, expect, test } from "vitest";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { createHttpClient } from "@/lib/platform/egress";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { makeWorkspace } from "@/test/fixtures/workspace";
import {
  createIntegration,
  disconnectIntegration,
  listIntegrations,
  listModels,
  listTranscribers,
  listVoices,
  openCredential,
  openSpeechAccount,
  readIntegration,
  resolveModelFor,
} from "./index";
import { CreateIntegration, Integration, ListIntegrations } from "./schema";

let ctx: Ctx;
beforeAll(async () => {
  ctx = (await makeWorkspace()).ctx();
});

const SECRET = "s3cret-that-nobody-sees-again";
const addresses = (allowedHosts: string[] = []) => ({
  egress: createHttpClient({ allowedHosts, resolve: async () => ["93.184.216.34"] }),
  allowedHosts,
});
const bearer = { name: "Orders", hosts: ["api.example.com"], credential: { kind: "bearer", token: SECRET } };
const server = (overrides: object = {}) => ({
  name: "acme",
  credential: {
    kind: "model",
    base_url: "https://models.example.com/v1",
    api_key: SECRET,
    models: ["small"],
    ...overrides,
  },
});
const connect = (overrides: object, as: Ctx = ctx, hosts: string[] = []) =>
  createIntegration(as, CreateIntegration.parse(overrides), addresses(hosts));
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error : Promise.reject(error)),
  );
const pointers = async (work: Promise<unknown>) =>
  (await refusal(work))?.details?.map((d) => [d.pointer, d.code]);

describe("connecting", () => {
  test("seals the secret, never returns it, and opens it only in its environment", async () => {
    const integration = await connect({ ...bearer, name: "Sealed" });
    expect(Integration.parse(integration)).toEqual(integration);
    const stored = await ctx.db.all(
      db.selectFrom("integrations").selectAll().where("id", "=", integration.id),
    );
    const audited = await ctx.db.all(
      db.selectFrom("audit_events").selectAll().where("target", "=", integration.id),
    );
    const listed = await listIntegrations(ctx, ListIntegrations.parse({}));
    expect(audited).toHaveLength(1);
    for (const text of [integration, stored, audited, listed].map((value) => JSON.stringify(value)))
      expect(text).not.toContain(SECRET);
    expect(stored[0]?.secret.toString("latin1")).not.toContain(SECRET);
    expect(await openCredential(ctx, integration.id, "live")).toEqual({
      kind: "bearer",
      token: SECRET,
      hosts: bearer.hosts,
    });
    expect(await openCredential(ctx, integration.id, "test")).toBeUndefined();
  });

  test("reaches a trunk inside the network at a listed port or range, and no other", async () => {
    const trunk = (port: number) => ({
      name: `Trunk ${port}`,
      credential: { kind: "sip", server: `10.1.2.3:${port}` },
    });
    const listed = ["10.1.2.3:5471-5480", "10.1.2.3:5490"];
    for (const port of [5_471, 5_480, 5_490]) await connect(trunk(port), ctx, listed);
    for (const port of [5_470, 5_481])
      expect(await pointers(connect(trunk(port), ctx, listed))).toEqual([
        ["/credential/server", "refused_address"],
      ]);
  });

  test("demands a password that is not guessed at once of a trunk without addresses", async () => {
    const trunk = (more: object) => ({
      name: "Guessed",
      credential: { kind: "sip", server: "sip.example.com:5061", username: "parley", password: "1", ...more },
    });
    expect(await pointers(connect(trunk({})))).toEqual([["/credential/password", "too_short"]]);
    await connect(trunk({ sources: ["203.0.113.7"] }));
  });

  test("uses the integration of the same name and kind in the other environment", async () => {
    const live = await connect({ ...bearer, name: "Both" });
    await connect({
      ...bearer,
      name: "Both",
      environment: "test",
      credential: { kind: "bearer", token: "for-tests" },
    });
    expect(await openCredential(ctx, live.id, "test")).toMatchObject({ token: "for-tests" });
    expect(await openCredential(ctx, live.id, "live")).toMatchObject({ token: SECRET });
  });

  test("rejects a second one of the same name in an environment as a conflict", async () => {
    await connect({ ...bearer, name: "Twice" });
    expect((await refusal(connect({ ...bearer, name: "Twice" })))?.code).toBe("conflict");
  });

  test("opens basic and header credentials as they were entered", async () => {
    const basic = await connect({
      ...bearer,
      name: "Basic",
      credential: { kind: "basic", username: "ada", password: "p:w" },
    });
    expect(await openCredential(ctx, basic.id, "live")).toMatchObject({
      kind: "basic",
      username: "ada",
      password: "p:w",
    });
    const header = await connect({
      ...bearer,
      name: "Header",
      credential: { kind: "header", header_name: "X-Key", value: "v" },
    });
    expect(header.header_name).toBe("X-Key");
    expect(await openCredential(ctx, header.id, "live")).toMatchObject({
      kind: "header",
      name: "X-Key",
      value: "v",
    });
    const client = { token_url: "https://login.example.com/token", client_id: "c", scope: "a b" };
    const oauth2 = await connect({
      ...bearer,
      name: "Client",
      credential: { kind: "oauth2", ...client, client_secret: "s" },
    });
    const authentication = "client_secret_basic";
    expect(oauth2.oauth2).toEqual({ ...client, audience: null, client_authentication: authentication });
    expect(await openCredential(ctx, oauth2.id, "live")).toMatchObject({
      kind: "oauth2",
      tokenUrl: client.token_url,
      clientSecret: "s",
      scope: "a b",
      authentication,
    });
  });

  test("rejects inconsistent input with a pointer", async () => {
    const credential = { kind: "header", header_name: "Host", value: "v" };
    expect(await pointers(connect({ ...bearer, hosts: undefined }))).toEqual([["/hosts", "required"]]);
    expect(await pointers(connect({ ...bearer, credential }))).toEqual([
      ["/credential/header_name", "not_allowed"],
    ]);
    const token_url = "https://127.0.0.1/token";
    const client = { kind: "oauth2", token_url, client_id: "c", client_secret: "s" };
    expect(await pointers(connect({ ...bearer, credential: client }))).toEqual([
      ["/credential/token_url", "refused_address"],
    ]);
    expect(await pointers(connect({ ...server(), name: "builtin" }))).toEqual([["/name", "reserved"]]);
    expect(await pointers(connect({ ...server(), name: "Not A Slug", hosts: ["x"] }))).toEqual([
      ["/name", "invalid_format"],
      ["/hosts", "not_allowed"],
    ]);
    const at = (base_url: string) => pointers(connect(server({ base_url })));
    expect(await at("https://127.0.0.1/v1")).toEqual([["/credential/base_url", "refused_address"]]);
    expect(await at("https://models.example.com/v1?key=1")).toEqual([
      ["/credential/base_url", "invalid_format"],
    ]);
    expect(await at("http://models.example.com/v1")).toEqual([["/credential/base_url", "insecure_address"]]);
  });
});

describe("model servers", () => {
  test("offer their models, and send their key only in calls of their environment", async () => {
    const otherCtx = (await makeWorkspace()).ctx();
    const integration = await connect(server(), otherCtx);
    expect(integration).toMatchObject({
      hosts: ["models.example.com:443"],
      model: { models: ["small"], zero_retention: false },
    });
    expect((await listModels(otherCtx)).data.map(({ id }) => id)).toEqual([
      "builtin:rehearsal",
      "acme:small",
    ]);
    const credential = { base_url: "https://models.example.com/v1", api_key: SECRET };
    expect(await resolveModelFor(otherCtx, "acme:small", "live")).toEqual({
      model: "acme:small",
      credential,
    });
    for (const [model, environment] of [
      ["acme:small", "test"],
      ["acme:large", "live"],
      ["nobody:x", "live"],
      ["builtin:rehearsal", "live"],
    ] as const)
      expect(await resolveModelFor(otherCtx, model, environment)).toEqual({ model });
    expect(await resolveModelFor(ctx, "acme:small", "live")).toEqual({ model: "acme:small" });
  });

  test("can be inside the network, without TLS and without a key, if the operator lists the host", async () => {
    const base_url = "http://127.0.0.1:11434/v1";
    const input = { ...server({ base_url, api_key: null, models: ["llama3:8b"] }), name: "ollama" };
    await connect(input, ctx, ["127.0.0.1:11434"]);
    expect(await resolveModelFor(ctx, "ollama:llama3:8b", "live")).toMatchObject({
      credential: { base_url, api_key: null },
    });
  });
});

test("reports which setting allows a rejected address, with the exact value", async () => {
  const message = async (base_url: string) =>
    (await refusal(connect({ ...server({ base_url }), name: "lab" })))?.details?.[0]?.message;
  for (const [base_url, value] of [
    ["http://127.0.0.1:11434/v1", "TOOL_ALLOWED_HOSTS=127.0.0.1:11434"],
    ["http://[::1]:11434/v1", "TOOL_ALLOWED_HOSTS=[::1]:11434"],
    ["https://10.0.0.7/v1", "TOOL_ALLOWED_HOSTS=10.0.0.7:443"],
    ["http://models.example.com/v1", "TOOL_ALLOWED_HOSTS=models.example.com:80"],
  ] as const) {
    expect(await message(base_url)).toContain(value);
    // The exact value from the message, written into the setting, allows the address.
    const [, host = ""] = value.split("=");
    const integration = await connect({ ...server({ base_url }), name: "lab" }, ctx, [host]);
    await disconnectIntegration(ctx, integration.id);
  }
});

describe("speech providers", () => {
  const voices = ["alloy", { id: "21m00", name: "Rachel" }];
  const speech = { kind: "speech", base_url: "https://speech.example.com/v1", api_key: SECRET, voices };

  test("offer voices and transcribers, and are opened only for calls of their environment", async () => {
    const otherCtx = (await makeWorkspace()).ctx();
    const integration = await connect(
      { name: "ours", credential: { ...speech, models: ["whisper-1"] } },
      otherCtx,
    );
    expect(Integration.parse(integration)).toEqual(integration);
    expect(integration).toMatchObject({
      hosts: ["speech.example.com:443"],
      speech: {
        models: ["whisper-1"],
        voices: [
          { id: "alloy", name: "alloy" },
          { id: "21m00", name: "Rachel" },
        ],
        voice_model: "tts-1",
      },
    });
    await connect({ name: "deepgram", credential: { kind: "deepgram", api_key: SECRET } }, otherCtx);
    expect((await listVoices(otherCtx)).data.slice(3).map(({ id }) => id)).toEqual([
      "ours:alloy",
      "ours:21m00",
    ]);
    expect((await listTranscribers(otherCtx)).data.map(({ id }) => id)).toEqual([
      "builtin:grammar",
      "deepgram:nova-3",
      "ours:whisper-1",
    ]);
    expect(await openSpeechAccount(otherCtx, "ours", "live")).toMatchObject({ kind: "speech", key: SECRET });
    expect(await openSpeechAccount(otherCtx, "ours", "test")).toBeUndefined();
    expect(await openSpeechAccount(ctx, "ours", "live")).toBeUndefined();
  });

  test("are outside the network, named as agents name them, and connected with at least one voice or model", async () => {
    const of = (name: string, credential: object) => pointers(connect({ name, credential }));
    expect(await of("Our Voices", { ...speech, base_url: "https://10.0.0.1/v1" })).toEqual([
      ["/name", "invalid_format"],
      ["/credential/base_url", "refused_address"],
    ]);
    expect(await of("none", { ...speech, voices: [] })).toEqual([["/credential/voices", "required"]]);
    const inside = { kind: "elevenlabs", api_key: SECRET, voices, base_url: "http://169.254.169.254" };
    expect(await of("elevenlabs", inside)).toEqual([["/credential/base_url", "refused_address"]]);
  });
});

describe("zero retention", () => {
  const claim = (kind: string, overrides: object = {}) => ({
    name: `${kind}-${++claims}`,
    credential: {
      kind,
      api_key: SECRET,
      zero_retention: true,
      ...(kind === "model" && { base_url: "https://models.example.com/v1", models: ["small"] }),
      ...(kind === "speech" && { base_url: "https://speech.example.com/v1", voices: ["alloy"] }),
      ...(kind === "elevenlabs" && { voices: ["21m00"] }),
      ...overrides,
    },
  });
  let claims = 0;
  const basisOf = ({ model, speech }: Integration) => [
    (model ?? speech)?.zero_retention,
    (model ?? speech)?.zero_retention_basis,
  ];

  test("is rejected for a provider without such an instruction, unless there is an agreement or the operator lists the host", async () => {
    for (const kind of ["model", "speech", "cartesia", "openai"]) {
      const problem = await refusal(connect(claim(kind)));
      expect(problem?.details).toMatchObject([
        { pointer: "/credential/zero_retention", code: "cannot_be_told" },
      ]);
      expect(problem?.details?.[0]?.message).toContain("retention_agreement");
      const retention_agreement = "Data processing agreement of 2026-03-01";
      const agreed = await connect(claim(kind, { retention_agreement }));
      expect(basisOf(agreed)).toEqual([true, "agreement"]);
      expect((agreed.model ?? agreed.speech)?.retention_agreement).toBe(retention_agreement);
      const inside = claim(kind, { base_url: "http://127.0.0.1:11434/v1" });
      expect(basisOf(await connect(inside, ctx, ["127.0.0.1:11434"]))).toEqual([true, "own_server"]);
    }
  });

  test("applies at once where each request asks for it, and to ElevenLabs after a check has confirmed it", async () => {
    expect(basisOf(await connect(claim("deepgram")))).toEqual([true, "request"]);
    const voices = await connect(claim("elevenlabs"));
    expect(basisOf(voices)).toEqual([false, "unconfirmed"]);
    expect(basisOf(await connect(claim("elevenlabs", { zero_retention: false })))).toEqual([false, null]);
    expect(await openSpeechAccount(ctx, voices.name, "live")).toMatchObject({ zeroRetention: true });
  });
});

test("disconnecting deletes the secret, and no integration of another workspace", async () => {
  const integration = await connect({ ...bearer, name: "Gone" });
  const stranger = (await makeWorkspace()).ctx();
  expect((await refusal(disconnectIntegration(stranger, integration.id)))?.code).toBe("not_found");
  expect((await readIntegration(ctx, integration.id)).id).toBe(integration.id);
  await disconnectIntegration(ctx, integration.id);
  expect(
    await ctx.db.all(db.selectFrom("integrations").selectAll().where("id", "=", integration.id)),
  ).toEqual([]);
  expect((await refusal(disconnectIntegration(ctx, integration.id)))?.code).toBe("not_found");
  expect((await refusal(disconnectIntegration(ctx, newId("int"))))?.code).toBe("not_found");
  const events = await ctx.db.all(
    db.selectFrom("audit_events").select("action").where("target", "=", integration.id).orderBy("seq"),
  );
  expect(events.map(({ action }) => action)).toEqual(["integration.connected", "integration.disconnected"]);
});
