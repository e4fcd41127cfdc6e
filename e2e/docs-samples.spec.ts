import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, type Page, test } from "@playwright/test";
import { exampleId, FILE_EXAMPLES } from "@/lib/http/openapi/examples";
import type { IdPrefix } from "@/lib/platform/ids";
import { signIn } from "./session";

const root = join(import.meta.dirname, "..");
const TSX = join(root, "node_modules", "tsx", "dist", "cli.mjs");
const run = promisify(execFile);
/** About sixty requests in each language, and an interpreter for each creation. */
const TEST_TIMEOUT_MS = 180_000;
test.describe.configure({ timeout: TEST_TIMEOUT_MS });

type Sample = { id: string; method: string; response: string; code: Record<string, string> };
const samplesFor = (baseUrl: string): Sample[] =>
  JSON.parse(
    execFileSync(process.execPath, [TSX, join("e2e", "code-samples.ts"), baseUrl], {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 16 * 1024 * 1024,
    }),
  );

/** Operations whose samples create what the others read, in this order, with the kind of ID that they return. */
const CREATIONS: readonly (readonly [operation: string, created: IdPrefix | null])[] = [
  ["createIntegration", "int"],
  ["createTool", "tool"],
  ["createAgent", "agt"],
  ["deployAgent", null],
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

/** GET operations that need what these samples do not create. */
const SKIPPED: Readonly<Record<string, string>> = {
  getCallRecording: "a chat has no recording",
  getCallRecordingPeaks: "a chat has no recording",
  getCallEvents: "the stream ends with the call",
  getExportFile: "a job writes the file later",
  getPhoneNumber: "a number needs a carrier",
  getDeletion: "a deletion erases the contact",
  getSuppressionImport: "the sample's import is one of contacts",
};

type Runner = (code: string, env: NodeJS.ProcessEnv, folder: string) => Promise<string>;
const RUNNERS: Readonly<Record<string, Runner>> = {
  // A reader sees an error in the response; here it ends the script.
  curl: async (code, env, cwd) => {
    const script = `set -e\ncurl() { command curl --silent --show-error --fail-with-body "$@"; }\n${code}`;
    return (await run("bash", ["-c", script], { cwd, env })).stdout;
  },
  typescript: async (code, env, cwd) => {
    const file = join(cwd, "sample.mts");
    writeFileSync(file, code);
    return (await run(process.execPath, [TSX, file], { cwd, env })).stdout;
  },
  python: async (code, env, cwd) => (await run("python3", ["-c", code], { cwd, env })).stdout,
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
const LANGUAGES = ["typescript", ...["curl", "python3"].filter(hasProgram)].map((name) =>
  name.replace("3", ""),
);

/** The key of an owner of a new workspace, and the member's ID. */
async function openWorkspace(page: Page, baseURL: string): Promise<{ key: string; member: string }> {
  await signIn(page, { role: "owner", empty: true });
  const data = { name: "Samples", role: "owner", environment: "live" };
  const key = await page.request.post("/v1/keys", { data, headers: { origin: baseURL } });
  expect(key.status(), await key.text()).toBe(201);
  const members = await (await page.request.get("/v1/members")).json();
  return { key: (await key.json()).secret, member: members.data[0].id };
}

/** Several samples as one program: a scope for each in TypeScript. */
const programOf = (language: string, codes: readonly string[]): string =>
  codes.map((code) => (language === "typescript" ? `{\n${code}}\n` : code)).join("\n");

for (const language of LANGUAGES) {
  test(`the samples with ${language} work as they are shown`, async ({ page, baseURL = "" }) => {
    const { key, member } = await openWorkspace(page, baseURL);
    const env = { ...process.env, PARLEY_API_KEY: key };
    const folder = mkdtempSync(join(tmpdir(), "parley-samples-"));
    writeFileSync(join(folder, "contacts.csv"), String(FILE_EXAMPLES["text/csv"]));
    const samples = samplesFor(baseURL);
    const ids = new Map([[exampleId("mem"), member]]);
    const codeOf = (id: string): string => {
      const code = samples.find((sample) => sample.id === id)?.code[language] ?? "";
      return [...ids].reduce((text, [example, own]) => text.replaceAll(example, own), code);
    };
    const runCode = RUNNERS[language] as Runner;
    try {
      for (const [operation, prefix] of CREATIONS) {
        const output = await test.step(operation, () => runCode(codeOf(operation), env, folder));
        if (prefix === null) continue;
        // Python prints a dictionary, and a console an object: the first ID of the kind is the resource's.
        const id = new RegExp(`${prefix}_[0-9a-z]{26}`).exec(output)?.[0];
        expect(id, `${operation} printed ${output}`).toBeDefined();
        ids.set(exampleId(prefix), id ?? "");
      }
      const reads = samples.filter(
        ({ id, method, response }) => method === "GET" && response === "json" && !(id in SKIPPED),
      );
      expect(reads.length).toBeGreaterThan(40);
      const code = programOf(
        language,
        reads.map(({ id }) => codeOf(id)),
      );
      expect(await runCode(code, env, folder)).toContain(ids.get(exampleId("agt")));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

test("each skipped operation is a GET of the reference", ({ baseURL = "" }) => {
  const reads = samplesFor(baseURL).filter(({ method }) => method === "GET");
  expect(Object.keys(SKIPPED).filter((id) => !reads.some((read) => read.id === id))).toEqual([]);
});
