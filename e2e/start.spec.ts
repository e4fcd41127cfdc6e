import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { freePort } from "@/test/fixtures/free-port";
import {
  childrenOf,
  databasePid,
  dataFolder,
  END_TIMEOUT_MS,
  isAlive,
  READY_TIMEOUT_MS,
  ready,
  type Started,
  start,
} from "./process";

/** The longest test waits for an end, a start and two answers. */
const RUNNING_TIMEOUT_MS = READY_TIMEOUT_MS + 4 * END_TIMEOUT_MS;

const DATA = dataFolder();
test.afterAll(() => DATA.remove());

/** A start that must refuse: its exit code, and the one line it says. */
async function refusal(
  env: Record<string, string>,
  args: string[] = [],
): Promise<{ code: number | null; line: string }> {
  const started = start({ DATA_DIR: DATA.path, PORT: String(await freePort()), ...env }, args);
  const code = await started.exit;
  const lines = started.complaint().trim().split("\n");
  expect(lines, "one clear line").toHaveLength(1);
  return { code, line: lines[0] ?? "" };
}

test.describe("what cannot work is said in one line, with an exit code", () => {
  test("a variable that is not valid", async () => {
    const { code, line } = await refusal({ LOG_LEVEL: "loud" });
    expect(code).toBe(2);
    expect(line).toContain("LOG_LEVEL");
  });

  test("a port that is taken", async () => {
    const occupant = createServer();
    await new Promise<void>((done) => occupant.listen(0, "127.0.0.1", done));
    const address = occupant.address();
    const port = address && typeof address === "object" ? address.port : 0;
    const { code, line } = await refusal({ PORT: String(port) });
    expect(code).toBe(1);
    expect(line).toContain(`Port ${port} is in use`);
    await new Promise((done) => occupant.close(done));
  });

  test("a role that there is none of", async () => {
    expect(await refusal({}, ["--only=servr"])).toMatchObject({
      code: 2,
      line: expect.stringContaining("choose from"),
    });
  });

  test("a folder that cannot be written to", async () => {
    const { code, line } = await refusal({ DATA_DIR: join(process.execPath, "data") });
    expect(code).toBe(1);
    expect(line).toContain("DATA_DIR");
  });

  test("a folder that the system cannot create", async () => {
    const { code, line } = await refusal({ DATA_DIR: "/proc/parley" });
    expect(code).toBe(1);
    expect(line).toContain("DATA_DIR /proc/parley");
  });

  test("reports a missing database and an unreachable one, never with the password", async () => {
    const running = new URL(
      execFileSync(
        process.execPath,
        ["scripts/database.mjs", "url", join(process.env.E2E_DATA_DIR ?? "", "pg")],
        { encoding: "utf8" },
      ).trim(),
    );
    running.pathname = "/no_such_database";
    const missing = await refusal({ DATABASE_URL: running.href });
    expect(missing).toMatchObject({ code: 1, line: expect.stringContaining("does not exist") });
    expect(missing.line).not.toContain(running.password);

    const unreachable = await refusal({
      DATABASE_URL: `postgresql://parley:not-to-be-seen@127.0.0.1:${await freePort()}/parley`,
    });
    expect(unreachable.code).toBe(1);
    expect(unreachable.line).toContain("no server listens at this address");
    expect(unreachable.line).not.toContain("not-to-be-seen");
  });
});

test.describe("a running Parley", () => {
  test.describe.configure({ mode: "serial", timeout: RUNNING_TIMEOUT_MS });
  const data = dataFolder();
  let parley: Started;
  let port: number;
  const env = () => ({ DATA_DIR: data.path, PORT: String(port) });
  const supervisor = () => parley.process.pid ?? 0;
  /** Resolves once the server is ready, and a worker has sent a heartbeat lately. */
  const answers = async () => {
    await answersAt("/readyz");
    await answersAt("/readyz/queue");
  };
  const answersAt = (path: string) =>
    expect
      .poll(
        () =>
          fetch(`http://127.0.0.1:${port}${path}`).then(
            (answer) => answer.status,
            () => 0,
          ),
        { timeout: END_TIMEOUT_MS },
      )
      .toBe(200);

  test.beforeAll(async () => {
    port = await freePort();
    parley = start(env());
    await ready(parley);
  });
  test.afterAll(async () => {
    parley.process.kill("SIGTERM");
    await parley.exit;
    data.remove();
  });

  test("keeps the first owner's sign-in in a file for its owner alone, as there is no terminal", () => {
    expect(statSync(join(data.path, "first-sign-in.txt")).mode & 0o777).toBe(0o600);
    expect(parley.output()).not.toMatch(/Password/);
  });

  test("holds its data: a second start says who runs, where, and ends", async () => {
    const second = start({ ...env(), PORT: String(await freePort()) });
    expect(await second.exit).toBe(1);
    expect(second.complaint().trim()).toBe(
      `Parley already runs on this data (pid ${supervisor()}, http://localhost:${port}).`,
    );
  });

  for (const [name, command] of [
    ["server", /dist\/server\.js/],
    ["worker", /dist\/worker\.js/],
    ["pages", /next/],
  ] as const) {
    test(`has its ${name} again after kill -9`, async () => {
      const [before] = childrenOf(supervisor(), command);
      process.kill(before ?? 0, "SIGKILL");
      await expect
        .poll(() => childrenOf(supervisor(), command).some((pid) => pid !== before), {
          timeout: END_TIMEOUT_MS,
        })
        .toBe(true);
      await answers();
    });
  }

  test("has its database again after kill -9", async () => {
    const before = databasePid(data.path);
    process.kill(before, "SIGKILL");
    await expect
      .poll(
        () =>
          existsSync(join(data.path, "pg", "data", "postmaster.pid")) && databasePid(data.path) !== before,
        { timeout: END_TIMEOUT_MS },
      )
      .toBe(true);
    await answers();
  });

  test("leaves nothing running after kill -9 of its supervisor, and starts again on the same port", async () => {
    const children = childrenOf(supervisor(), /dist\/|next/);
    expect(children.length).toBeGreaterThanOrEqual(3);
    process.kill(supervisor(), "SIGKILL");
    await expect.poll(() => children.filter(isAlive), { timeout: END_TIMEOUT_MS }).toEqual([]);
    parley = start(env());
    await ready(parley);
    await answers();
  });

  test("stops in order when it is told to, database included", async () => {
    const children = childrenOf(supervisor(), /dist\/|next|postgres/);
    const database = databasePid(data.path);
    parley.process.kill("SIGTERM");
    expect(await parley.exit).toBe(0);
    expect([...children, database].filter(isAlive)).toEqual([]);
    expect(existsSync(join(data.path, "start.lock"))).toBe(false);
  });
});
