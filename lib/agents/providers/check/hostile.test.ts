import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHttpClient, type HttpClient } from "@/lib/platform/egress";
import type { SpeechAccount } from "../accounts";
import { cartesiaFindings } from "../cartesia/check";
import { deepgramFindings } from "../deepgram/check";
import { elevenLabsFindings } from "../elevenlabs/check";
import { modelServerFindings } from "../model/check";
import { openAiFindings } from "../openai/check";
import { checkSpeechServer } from "../speech/check";
import { Finding } from "./finding";
import type { Probe } from "./probe";
import { toolCredentialFindings } from "./tool-credential";

const CANARY = "canary-4815162342";
/** A hostile answer takes no time: what is awaited longer than this is one that never comes. */
const LIMITS = { requestMs: 400, totalMs: 2_000 };

/** Statuses, codes and texts of providers in unexpected positions, and arbitrary ones. */
const word = fc.constantFrom(
  CANARY,
  "invalid_api_key",
  "model_not_found",
  "quota_exceeded",
  "missing_permissions",
  "enterprise",
  "",
  "\u0000\u202e",
);
const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    word,
    fc.integer(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom(
        "error",
        "error_code",
        "shutdown_date",
        "data",
        "id",
        "code",
        "type",
        "param",
        "message",
        "detail",
        "status",
        "tier",
        "stt",
        "choices",
      ),
      tie("value"),
      { maxKeys: 4 },
    ),
  ),
})).value;
const answer = fc.record({
  status: fc.constantFrom(200, 201, 204, 301, 400, 401, 402, 403, 404, 409, 418, 422, 429, 500, 503, 529),
  body: fc.oneof(
    value.map((json) => JSON.stringify(json)),
    fc.string(),
    fc.constant(`<html>${CANARY}</html>`),
  ),
});
type Answer = { status: number; body: string };

let answers: Answer[] = [];
let requestCount = 0;
let host: string;
let egress: HttpClient;
const next = (): Answer => answers[requestCount++ % answers.length] ?? { status: 500, body: "" };
const server = createServer((_, response) => {
  const { status, body } = next();
  response.writeHead(status, { "content-type": "application/json", location: `http://${CANARY}.example/` });
  response.end(status === 204 ? undefined : body);
});
server.on("upgrade", (_, stream) => {
  const { status, body } = next();
  stream.on("error", () => undefined);
  stream.end(`HTTP/1.1 ${status} ${CANARY}\r\nconnection: close\r\n\r\n${body}`);
});

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  egress = createHttpClient({ allowedHosts: [host] });
});
afterAll(async () => {
  await egress.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const account = (kind: string): SpeechAccount => ({
  kind,
  baseUrl: `http://${host}`,
  key: CANARY,
  voiceModel: "m",
  voices: ["anna"],
  models: ["small"],
  zeroRetention: true,
  settings: {},
});

const CLIENT = {
  kind: "oauth2",
  clientId: "c",
  clientSecret: CANARY,
  scope: null,
  audience: null,
  authentication: "client_secret_post",
} as const;

const CHECKS: Record<string, (probe: Probe) => Promise<readonly Finding[]>> = {
  model: (probe) =>
    modelServerFindings(probe, { baseUrl: `http://${host}/v1`, key: CANARY, models: ["small", "large"] }),
  deepgram: async (probe) => (await deepgramFindings(probe, account("deepgram"))).findings,
  elevenlabs: async (probe) => (await elevenLabsFindings(probe, account("elevenlabs"))).findings,
  cartesia: (probe) => cartesiaFindings(probe, account("cartesia")),
  openai: (probe) => openAiFindings(probe, account("openai")),
  speech: async (probe) => (await checkSpeechServer(probe, account("speech"))).findings,
  bearer: (probe) => toolCredentialFindings(probe, { kind: "bearer", token: CANARY, hosts: [host] }),
  oauth2: (probe) =>
    toolCredentialFindings(probe, { ...CLIENT, tokenUrl: `http://${host}/token`, hosts: [host] }),
};

test.each(Object.entries(CHECKS))(
  "for every response of a provider, a check of %s returns its own findings, without parts of the response or the key",
  async (_, check) => {
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 4 }), async (responses) => {
        answers = responses;
        requestCount = 0;
        const findings = await check({ egress, limits: LIMITS, signal: AbortSignal.timeout(LIMITS.totalMs) });
        expect(findings.length).toBeGreaterThan(0);
        for (const finding of findings) expect(Finding.parse(finding)).toEqual(finding);
        expect(JSON.stringify(findings)).not.toContain(CANARY);
      }),
      { numRuns: 60 },
    );
  },
  60_000,
);

test("a host that no address can have is said to be one, and nothing is asked", async () => {
  requestCount = 0;
  const hosts = ["..", "shop:99999", "[::zz]"];
  const probe = { egress, limits: LIMITS, signal: AbortSignal.timeout(LIMITS.totalMs) };
  const findings = await toolCredentialFindings(probe, { kind: "bearer", token: CANARY, hosts });
  expect(
    findings.map(({ code, subject, ok }) => [subject, ok, code === "bad_host" || code === "unreachable"]),
  ).toEqual(hosts.map((host) => [host, false, true]));
  expect(requestCount).toBe(0);
});

test("no response of a hostile provider makes an account count as zero retention, except its own protocol", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 4 }), async (responses) => {
      answers = responses;
      requestCount = 0;
      const probe = { egress, limits: LIMITS, signal: AbortSignal.timeout(LIMITS.totalMs) };
      // No handshake is ever taken here, so nothing can have been accepted.
      expect((await deepgramFindings(probe, account("deepgram"))).retention).not.toBe("accepted");
      expect((await elevenLabsFindings(probe, account("elevenlabs"))).retention).not.toBe("accepted");
    }),
    { numRuns: 60 },
  );
}, 60_000);
