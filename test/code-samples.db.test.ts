import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exampleId, FILE_EXAMPLES } from "@/lib/http/openapi/examples";
import { type Operation, RESOURCES } from "@/lib/http/reference/resources";
import { type CodeSamples, samplesOf } from "@/lib/http/reference/samples";
import { sampleRequest } from "@/lib/http/reference/samples/request";
import { routes } from "@/lib/http/routes.gen";
import { makeServer } from "@/lib/http/server";
import type { IdPrefix } from "@/lib/platform/id-format";
import { closeHub } from "@/lib/platform/live";
import { makeWorkspace } from "./fixtures/workspace";

type Language = keyof CodeSamples;
const TSX = join(import.meta.dirname, "..", "node_modules", "tsx", "dist", "cli.mjs");
const run = promisify(execFile);
/** An interpreter for each creation, on a busy machine. */
const TEST_TIMEOUT_MS = 180_000;

const OPERATIONS = RESOURCES.flatMap(({ operations }) => operations);

/** Operations that create what the others read, in this order, with the kind of ID that they return. */
const CREATIONS: readonly (readonly [operation: string, created: IdPrefix | null])[] = [
  ["createIntegration", "int"],
  ["createTool", "tool"],
  ["createAgent", "agt"],
  ["deployAgent", null],
  ["createSuite", "ste"],
  ["createSuiteRun", "run"],
  ["createCall", "call"],
  ["createCallMessage", null],
  ["createContact", "ctc"],
  ["createContactConsent", null],
  ["createContactImport", "imp"],
  ["createCampaign", "cmp"],
  ["createWebhook", "whk"],
  ["createInvitation", "inv"],
  ["createKey", "key"],
  ["createExport", "exp"],
];

/** Operations that need what these samples do not create. */
const SKIPPED: Readonly<Record<string, string>> = {
  getCallRecordingPeaks: "a chat has no recording",
  getAgentTrafficSplit: "the sample's agent has one version",
  getAgentTrafficSplitComparison: "the sample's agent has one version",
  getAgentScoreRun: "a run needs criteria",
  getAgentScoreRunEstimate: "an estimate needs criteria",
  getPhoneNumber: "a number needs a carrier",
  getIntegrationInboundRoutes: "the sample's integration is no SIP trunk",
  getIntegrationInboundRoutePreview: "the sample's integration is no SIP trunk",
  getIntegrationLimits: "the sample's integration is no SIP trunk",
  getCallTestCase: "the sample's call is in progress",
  getDeletion: "a deletion erases the contact",
  getSuppressionImport: "the sample's import is one of contacts",
};
const READS = OPERATIONS.filter(
  (operation) =>
    operation.method === "GET" && sampleRequest(operation, "http://localhost").response === "json",
);

type Runner = (code: string, env: NodeJS.ProcessEnv, folder: string) => Promise<{ stdout: string }>;
const RUNNERS: Readonly<Record<Language, Runner>> = {
  // A reader sees a problem in the response; here it ends the script.
  curl: (code, env, cwd) => {
    const command = `set -e\ncurl() { command curl --silent --show-error --fail-with-body "$@"; }\n${code}`;
    return run("bash", ["-c", command], { cwd, env });
  },
  typescript: (code, env, cwd) => {
    const file = join(cwd, "sample.mts");
    writeFileSync(file, code);
    return run(process.execPath, [TSX, file], { cwd, env });
  },
  python: (code, env, cwd) => run("python3", ["-c", code], { cwd, env }),
};

function hasProgram(name: string): boolean {
  try {
    execFileSync(name, ["--version"]);
    return true;
  } catch {
    process.stdout.write(`SKIPPED: ${name} is not on this machine, so its samples are not run.\n`);
    return false;
  }
}
const LANGUAGES: readonly Language[] = [
  "typescript",
  ...(hasProgram("curl") ? (["curl"] as const) : []),
  ...(hasProgram("python3") ? (["python"] as const) : []),
];

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
let baseUrl = "";
beforeAll(async () => {
  server.listen(0, "localhost");
  await once(server, "listening");
  baseUrl = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await closeHub();
});

/** Several samples as one program: a scope for each in TypeScript. */
const programOf = (language: Language, codes: readonly string[]): string =>
  codes.map((code) => (language === "typescript" ? `{\n${code}}\n` : code)).join("\n");

const operation = (id: string): Operation => {
  const match = OPERATIONS.find((candidate) => candidate.id === id);
  if (match === undefined) throw new Error(`The reference has no ${id}.`);
  return match;
};

test.each(LANGUAGES)(
  "the samples with %s work as they are shown",
  { timeout: TEST_TIMEOUT_MS },
  async (language) => {
    const space = await makeWorkspace();
    const env = { ...process.env, PARLEY_API_KEY: await space.key() };
    const ids: Record<string, string> = { [exampleId("mem")]: space.ownerId };
    const codeOf = (id: string) => samplesOf(operation(id), baseUrl, ids)[language];
    const folder = mkdtempSync(join(tmpdir(), "parley-samples-"));
    try {
      writeFileSync(join(folder, "contacts.csv"), String(FILE_EXAMPLES["text/csv"]));
      for (const [id, prefix] of CREATIONS) {
        const { stdout } = await RUNNERS[language](codeOf(id), env, folder);
        if (prefix === null) continue;
        const created = new RegExp(`\\b${prefix}_[0-9a-z]{26}\\b`).exec(stdout)?.[0];
        if (created === undefined) throw new Error(`${id} printed no ${prefix}_….`);
        ids[exampleId(prefix)] = created;
      }
      const reads = READS.map(({ id }) => id).filter((id) => !(id in SKIPPED));
      expect(reads.length).toBeGreaterThan(40);
      const { stdout } = await RUNNERS[language](programOf(language, reads.map(codeOf)), env, folder);
      expect(stdout).toContain(ids[exampleId("agt")]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test("each skipped operation is a read of the reference", () => {
  const ids = READS.map(({ id }) => id);
  expect(Object.keys(SKIPPED).filter((id) => !ids.includes(id))).toEqual([]);
});
