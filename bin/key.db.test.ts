import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { authenticate } from "@/lib/identity/auth";
import { adminOfThisDatabase } from "@/test/fixtures/admin";

const root = join(import.meta.dirname, "..");
/** Inside node_modules, so that the bundles can resolve external packages. */
const bundleFolder = join(root, "node_modules", ".cache", `parley-test-bin-${process.pid}`);

/** Time limit for seven processes that each load the packages, while other tests run. */
const SEVERAL_PROCESSES_MS = 90_000;

beforeAll(async () => {
  await build({
    entryPoints: ["init", "key"].map((name) => join(root, "bin", `${name}.ts`)),
    outdir: bundleFolder,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    outExtension: { ".js": ".mjs" },
    tsconfig: join(root, "tsconfig.json"),
    logLevel: "silent",
  });
});
afterAll(() => rm(bundleFolder, { recursive: true, force: true }));

/** Runs a command on this test's database and data folder. */
function command(name: string, args: string[] = [], env: Record<string, string> = {}) {
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((done) => {
    const child = spawn(process.execPath, [join(bundleFolder, `${name}.mjs`), ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    child.on("close", (code) => done({ code, stdout, stderr }));
  });
}

const whoIs = (key: string) =>
  authenticate(new Request("http://localhost/v1/agents", { headers: { authorization: `Bearer ${key}` } }));

test(
  "shows a generated password once, and creates a key or rejects the arguments in one line",
  async () => {
    expect(await command("key")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^No workspace exists yet\.[^\n]*\n$/),
    });

    const first = await command("init", [], { PARLEY_INIT_OWNER_EMAIL: "ada@example.test" });
    expect(JSON.parse(first.stdout)).toEqual({
      created: true,
      owner_email: "ada@example.test",
      owner_password: expect.stringMatching(/^\S{20}$/),
    });
    expect(await command("init")).toMatchObject({ code: 0, stdout: '{"created":false}\n' });

    const key = await command("key", [
      "--role",
      "builder",
      "--environment",
      "test",
      "--expires-in-days",
      "7",
    ]);
    expect(key).toMatchObject({ code: 0, stdout: expect.stringMatching(/^prl_test_\S+\n$/) });
    expect(key.stderr).not.toContain(key.stdout.trim());
    expect(await whoIs(key.stdout.trim())).toMatchObject({ environment: "test", actor: { role: "builder" } });

    const wrong = [
      ["--role", "root"],
      ["--expires-in-days", "soon"],
      ["--workspace", "ws_none"],
    ];
    const answers = await Promise.all(wrong.map((args) => command("key", args)));
    for (const answer of answers) {
      expect(answer).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(/^[^\n]+\n$/) });
    }
  },
  SEVERAL_PROCESSES_MS,
);

test("reports an unreachable database in one line", async () => {
  const refused = await command("key", [], { DATABASE_URL: "postgresql://nobody:nothing@127.0.0.1:9/none" });
  expect(refused).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^No key was created\. The database does not answer[^\n]*\n$/),
  });
});

test.each([
  ["a database with fingerprints", false, /^secrets\/root\.key [^\n]* is missing\. Copy it[^\n]*\n$/],
  ["a database of an earlier version", true, /^[^\n]*Restore secrets\/root\.key[^\n]*\n$/],
])(
  "rejects a root key that differs from that of %s before anything is sealed with it",
  async (_, isEarlier, message) => {
    if (isEarlier) {
      const admin = await adminOfThisDatabase();
      await admin.query("delete from secret_fingerprints");
      await admin.end();
    }
    const DATA_DIR = await mkdtemp(join(tmpdir(), "parley-other-"));
    const refused = await command("init", [], { DATA_DIR });
    await rm(DATA_DIR, { recursive: true });
    expect(refused).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(message) });
  },
);
