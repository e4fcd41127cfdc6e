import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { routes } from "@/lib/http/routes.gen";
import { makeServer } from "@/lib/http/server";
import { createKey } from "@/lib/identity/keys";
import { closeHub } from "@/lib/platform/live";
import { openCaseLines } from "@/lib/suites/lines";
import { listRuns, runSuite } from "@/lib/suites/runs";
import { ListRuns } from "@/lib/suites/runs/schema";
import { createSuite } from "@/lib/suites/suites";
import { CreateSuite } from "@/lib/suites/suites/schema";
import { makeWorkspace, type TestWorkspace } from "./fixtures/workspace";

const SCRIPT = join(import.meta.dirname, "..", "docs", "ci", "run-suite.sh");
/** The script's processes start slowly on a busy machine. */
const TEST_TIMEOUT_MS = 120_000;

const up = () => Promise.resolve(true);
const { server } = makeServer({
  routes,
  parts: { database: up, pages: up, queue: up },
  pages: {
    web: (_, response) => response.end(),
    upgrade: (_, socket) => socket.end(),
    close: () => undefined,
  },
});
let space: TestWorkspace;
let folder: string;
beforeAll(async () => {
  space = await makeWorkspace();
  folder = mkdtempSync(join(tmpdir(), "parley-ci-"));
  server.listen(0, "localhost");
  await once(server, "listening");
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  server.closeAllConnections();
  server.close();
  await closeHub();
});

/** Runs the script, and does the worker's work meanwhile. Returns the exit code and the report. */
async function runScript(phrase: string): Promise<{ code: number; report: string; output: string }> {
  const ctx = space.ctx();
  const agent = await createAgent(
    ctx,
    CreateAgent.parse({
      name: "Table",
      type: "messaging",
      prompt: "Book.",
      greeting: "Welcome to Fox Tables.",
    }),
  );
  const cases = [
    {
      name: "Greets",
      caller: { type: "script", lines: [] },
      checks: [{ type: "agent_says", any_of: [phrase] }],
    },
  ];
  const suite = await createSuite(ctx, CreateSuite.parse({ agent_id: agent.id, name: "Bookings", cases }));
  const { secret } = await createKey(ctx, { name: "CI", role: "builder", environment: "test" });
  const report = join(folder, `${suite.id}.xml`);
  const env: Record<string, string | undefined> = {
    PATH: process.env.PATH,
    PARLEY_URL: `http://localhost:${(server.address() as AddressInfo).port}`,
    PARLEY_KEY: secret,
    SUITE_ID: suite.id,
    POLL_S: "1",
  };
  const script = new Promise<{ code: number; output: string }>((resolve) => {
    execFile("bash", [SCRIPT, report], { env: { ...env, NODE_ENV: "test" } }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, output: stdout + stderr });
    });
  });
  await expect
    .poll(async () => (await listRuns(ctx, suite.id, ListRuns.parse({}))).data.length, {
      timeout: TEST_TIMEOUT_MS / 2,
    })
    .toBe(1);
  const [run] = (await listRuns(ctx, suite.id, ListRuns.parse({}))).data;
  await runSuite(ctx, run?.id ?? "", openCaseLines);
  const result = await script;
  return { ...result, report: readFileSync(report, "utf8") };
}

test.each([
  ["Welcome to Fox*", 0, 'failures="0"'],
  ["Goodbye forever", 1, "check 1 (agent_says): not_said"],
])(
  "the script of docs/ci runs a suite, waits and writes JUnit (%s)",
  async (phrase, code, text) => {
    const result = await runScript(phrase);
    expect(result.code, result.output).toBe(code);
    expect(result.report).toContain(text);
    expect(result.output).toContain("1 of 1 conversations");
  },
  TEST_TIMEOUT_MS,
);
