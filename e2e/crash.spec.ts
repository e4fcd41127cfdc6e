import { expect, test } from "@playwright/test";
import { freePort } from "@/test/fixtures/free-port";
import { type OpenAiServer, startOpenAiServer } from "../lib/agents/models/testing/open-ai-server";
import { childrenOf, dataFolder, READY_TIMEOUT_MS, ready, type Started, start } from "./process";

/** A lost lease runs out after 15 s, a dead worker's jobs are free after 30; the machine may be slow besides. */
const RECOVERED_TIMEOUT_MS = 90_000;
/** A start, or two recoveries. */
const TEST_TIMEOUT_MS = READY_TIMEOUT_MS + RECOVERED_TIMEOUT_MS;
const KEY = "prl_live_CrashTestKey00001_0123456789abcdefghijklmnopqrstuv";
const SERVER = /dist\/server\.js/;
const WORKER = /dist\/worker\.js/;

test.describe.configure({ mode: "serial", timeout: TEST_TIMEOUT_MS });

const data = dataFolder();
let model: OpenAiServer;
let parley: Started;
let port: number;

test.beforeAll(async () => {
  model = await startOpenAiServer({ apiKey: null });
  port = await freePort();
  parley = start({
    DATA_DIR: data.path,
    PORT: String(port),
    PARLEY_INIT_API_KEY: KEY,
    TOOL_ALLOWED_HOSTS: model.host,
  });
  await ready(parley);
});
test.afterAll(async () => {
  parley.process.kill("SIGTERM");
  await parley.exit;
  await model.close();
  data.remove();
});

type Answer = Record<string, unknown> & { id: string; status: string; end_reason: string | null };

async function api(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Answer;
  expect(response.ok, JSON.stringify(answer)).toBe(true);
  return answer;
}

const up = () =>
  expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          (r) => r.status,
          () => 0,
        ),
      { timeout: RECOVERED_TIMEOUT_MS },
    )
    .toBe(200);

function kill(command: RegExp): void {
  const [pid] = childrenOf(parley.process.pid ?? 0, command);
  if (pid === undefined) throw new Error("There is no such process to kill.");
  process.kill(pid, "SIGKILL");
}

async function startCall(agent: object): Promise<string> {
  const { id } = await api("POST", "/agents", {
    name: "Desk",
    type: "voice",
    voice_id: "builtin:slt",
    prompt: "Help.",
    ...agent,
  });
  await api("POST", `/agents/${id}/deploy`);
  return (await api("POST", "/calls", { agent_id: id, channel: "chat" })).id;
}

const textsOf = (call: Answer) =>
  (call.transcript as { role: string; text: string }[]).map(({ role, text }) => `${role}: ${text}`);

test("kill -9 of the server while the agent speaks loses no finished turn, and the conversation continues", async () => {
  await api("POST", "/integrations", {
    name: "standin",
    credential: { kind: "model", base_url: model.baseUrl, models: ["talk"] },
  });
  model.script({ kind: "text", chunks: ["Good day."] });
  const id = await startCall({
    model: "standin:talk",
    disclosure: { enabled: false },
    inactivity_timeout_s: 3_600,
  });
  const before = model.requests.length;
  model.script(
    { kind: "hang_midway", chunks: ["I was just about"] },
    { kind: "text", chunks: ["Here I am again."] },
  );
  const lost = api("POST", `/calls/${id}/messages`, { text: "Are you there?" }).then(
    () => "answered",
    () => "lost",
  );
  await expect.poll(() => model.requests.length).toBeGreaterThan(before);
  kill(SERVER);
  expect(await lost).toBe("lost");
  await up();
  const answered = () => api("GET", `/calls/${id}`).then(textsOf);
  expect(await answered()).toEqual(expect.arrayContaining(["agent: Good day.", "caller: Are you there?"]));
  await expect.poll(answered, { timeout: RECOVERED_TIMEOUT_MS }).toContain("agent: Here I am again.");
  expect(await api("GET", `/calls/${id}`)).toMatchObject({ status: "in_progress" });
});

test("kill -9 of the server between two messages is not felt", async () => {
  const variables = [{ name: "guests", type: "number", description: "the number of guests" }];
  const id = await startCall({ variables, inactivity_timeout_s: 3_600 });
  kill(SERVER);
  await up();
  await api("POST", `/calls/${id}/messages`, { text: "four" });
  await api("POST", `/calls/${id}/messages`, { text: "yes" });
  expect(await api("GET", `/calls/${id}`)).toMatchObject({
    status: "completed",
    end_reason: "agent_ended",
    variables: { guests: 4 },
  });
});

test("kill -9 of the worker: a silent call still ends and is settled", async () => {
  const id = await startCall({ inactivity_timeout_s: 5 });
  kill(WORKER);
  await expect
    .poll(() => api("GET", `/calls/${id}`).then((call) => call.end_reason), { timeout: RECOVERED_TIMEOUT_MS })
    .toBe("inactivity");
  await expect
    .poll(() => api("GET", `/calls/${id}`).then((call) => call.settled_at), { timeout: RECOVERED_TIMEOUT_MS })
    .toEqual(expect.any(String));
});
