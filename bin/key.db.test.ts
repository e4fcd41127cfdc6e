import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { authenticate } from "@/lib/identity/auth";

const root = join(import.meta.dirname, "..");
/** Below the packages, which the bundles leave where they are. */
const built = join(root, "node_modules", ".cache", `parley-test-bin-${process.pid}`);

/** Seven processes, each of which loads the product's packages, on a machine that has other tests to run. */
const SEVERAL_PROCESSES_MS = 90_000;

beforeAll(async () => {
  await build({
    entryPoints: ["init", "key"].map((name) => join(root, "bin", `${name}.ts`)),
    outdir: built,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    outExtension: { ".js": ".mjs" },
    tsconfig: join(root, "tsconfig.json"),
    logLevel: "silent",
  });
});
afterAll(() => rm(built, { recursive: true, force: true }));

/** Runs a command of the product on this test's database and data. */
function command(name: string, args: string[] = [], env: Record<string, string> = {}) {
  return new Promise<{ code: number | null; out: string; complaint: string }>((done) => {
    const child = spawn(process.execPath, [join(built, `${name}.mjs`), ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    let complaint = "";
    child.stdout.on("data", (chunk) => {
      out += chunk;
    });
    child.stderr.on("data", (chunk) => {
      complaint += chunk;
    });
    child.on("close", (code) => done({ code, out, complaint }));
  });
}

const whoIs = (key: string) =>
  authenticate(new Request("http://localhost/v1/agents", { headers: { authorization: `Bearer ${key}` } }));

test(
  "the first start tells a made-up sign-in once, and a key is made at the machine or refused in one line",
  async () => {
    expect(await command("key")).toMatchObject({
      code: 1,
      out: "",
      complaint: expect.stringMatching(/^There is no workspace yet\.[^\n]*\n$/),
    });

    const first = await command("init", [], { PARLEY_INIT_OWNER_EMAIL: "ada@example.test" });
    expect(JSON.parse(first.out)).toEqual({
      created: true,
      owner_email: "ada@example.test",
      owner_password: expect.stringMatching(/^\S{20}$/),
    });
    expect(await command("init")).toMatchObject({ code: 0, out: '{"created":false}\n' });

    const made = await command("key", [
      "--role",
      "builder",
      "--environment",
      "test",
      "--expires-in-days",
      "7",
    ]);
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^prl_test_\S+\n$/) });
    expect(made.complaint).not.toContain(made.out.trim());
    expect(await whoIs(made.out.trim())).toMatchObject({ environment: "test", actor: { role: "builder" } });

    const wrong = [
      ["--role", "root"],
      ["--expires-in-days", "soon"],
      ["--workspace", "ws_none"],
    ];
    const answers = await Promise.all(wrong.map((args) => command("key", args)));
    for (const answer of answers) {
      expect(answer).toMatchObject({ code: 1, out: "", complaint: expect.stringMatching(/^[^\n]+\n$/) });
    }
  },
  SEVERAL_PROCESSES_MS,
);

test("a database that cannot be reached is one clear line", async () => {
  const refused = await command("key", [], { DATABASE_URL: "postgresql://nobody:nothing@127.0.0.1:9/none" });
  expect(refused).toMatchObject({
    code: 1,
    out: "",
    complaint: expect.stringMatching(/^No key was made\. The database cannot be reached[^\n]*\n$/),
  });
});

test("a start with another root key than the database's ends with what to do, before anything is sealed with it", async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), "parley-other-"));
  const refused = await command("init", [], { DATA_DIR });
  await rm(DATA_DIR, { recursive: true });
  expect(refused).toMatchObject({
    code: 1,
    out: "",
    complaint: expect.stringMatching(/^[^\n]*Restore secrets\/root\.key[^\n]*\n$/),
  });
});
