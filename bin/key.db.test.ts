import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { authenticate } from "@/lib/identity/auth";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { type BundledCommands, bundleCommands } from "@/test/fixtures/bundled-commands";

/** Time limit for seven processes that each load the packages, while other tests run. */
const SEVERAL_PROCESSES_MS = 90_000;

let commands: BundledCommands;
beforeAll(async () => {
  commands = await bundleCommands(["init", "key"]);
});
afterAll(() => commands.remove());

/** Runs a command on this test's database and data folder. */
const command = (name: string, args: string[] = [], env: Record<string, string> = {}) =>
  commands.start(name, args, env).result;

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
