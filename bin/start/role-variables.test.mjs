import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { VARIABLE_NAMES } from "../../lib/platform/read-env";
import { runOnce } from "./once.mjs";
import {
  environmentOfCommand,
  GENERAL,
  GROUPS,
  limitEnvironment,
  systemEnvironment,
  withoutSecrets,
} from "./role-variables.mjs";
import { roleSpec } from "./roles.mjs";
import { SECRETS } from "./secret-files.mjs";
import { supervise } from "./supervisor.mjs";

const PATIENCE = { timeout: 20_000, interval: 20 };
/** Writes its environment to a file, instead of what the role does. */
const PROBE = `require("node:fs").writeFileSync(process.env.DATA_DIR + "/NAME.json", JSON.stringify(process.env));
process.send?.("up"); setInterval(() => undefined, 1000);`;
const ONCE = PROBE.replace(/process\.send.*/, "");

let root;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "parley-roles-"));
  const write = (path, text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const role of ["server", "gateway", "worker"])
    write(join("dist", `${role}.js`), PROBE.replace("NAME", role));
  write(join("node_modules", "next", "dist", "bin", "next"), PROBE.replace("NAME", "pages"));
  for (const entry of ["migrate", "init"]) write(join("dist", `${entry}.js`), ONCE.replace("NAME", entry));
});
afterAll(() => rmSync(root, { recursive: true }));

/** Every variable of the product and a few of the operator's shell, each with its name as its value. */
const allVariables = () => ({
  ...Object.fromEntries(
    [...VARIABLE_NAMES, "GITHUB_TOKEN", "NPM_TOKEN", "PGPASSWORD", "LD_LIBRARY_PATH", "NODE_OPTIONS"].map(
      (name) => [name, name === "NODE_OPTIONS" ? "" : name],
    ),
  ),
  DRAIN_SECONDS: "1",
  PATH: process.env.PATH,
  DATA_DIR: root,
});

const readProbe = (part) => JSON.parse(readFileSync(join(root, `${part}.json`), "utf8"));

async function environmentInside(part) {
  if (part === "migrate" || part === "init") {
    await runOnce(part, { root, mode: "start", env: allVariables() });
    return readProbe(part);
  }
  const spec = roleSpec(part, {
    root,
    mode: "start",
    env: allVariables(),
    host: "127.0.0.1",
    port: 3000,
    pagesPort: 3001,
  });
  const log = { write: () => undefined, last: () => [], path: "none" };
  const child = supervise({ ...spec, port: undefined, signalsReady: true }, { log });
  try {
    await child.up;
    return await vi.waitFor(() => readProbe(part), PATIENCE);
  } finally {
    await child.stop();
  }
}

describe("the environment of each process", () => {
  test.each([
    ["server", ["database", "rootKey", "storage", "metrics", "tracing"]],
    ["gateway", ["database", "rootKey", "storage", "metrics", "tracing"]],
    ["worker", ["database", "rootKey", "storage", "mail", "metrics", "tracing"]],
    ["pages", ["database", "rootKey", "metrics", "tracing"]],
    ["migrate", ["database"]],
    ["init", ["database", "rootKey", "init"]],
  ])("%s has the variables of %j, the general ones, and no other one", async (part, groups) => {
    const inside = Object.keys(await environmentInside(part));
    const expected = [...GENERAL, ...groups.flatMap((group) => GROUPS[group])];
    expect(inside.filter((name) => VARIABLE_NAMES.includes(name)).sort()).toEqual(expected.sort());
    expect(inside).toEqual(expect.arrayContaining(["PATH", "LD_LIBRARY_PATH"]));
    for (const name of ["GITHUB_TOKEN", "NPM_TOKEN", "PGPASSWORD"]) expect(inside).not.toContain(name);
  });

  test("tells the pages that mail is on, without the password of the mail server", async () => {
    expect(await environmentInside("pages")).toMatchObject({ MAIL_ON: "1" });
    expect(JSON.stringify(readProbe("pages"))).not.toContain("SMTP_URL");
  });
});

test("the lists name every variable of the product once, and every secret in a group", () => {
  const names = [...GENERAL, ...Object.values(GROUPS).flat()];
  expect([...names].sort()).toEqual([...VARIABLE_NAMES].sort());
  for (const secret of SECRETS) expect(GENERAL).not.toContain(secret);
});

test("PostgreSQL gets no variable of the product, npm and the build none of a group", () => {
  const system = Object.keys(systemEnvironment(allVariables()));
  expect(system.filter((name) => VARIABLE_NAMES.includes(name))).toEqual(["NODE_ENV"]);
  expect(system).not.toContain("GITHUB_TOKEN");
  const build = Object.keys(withoutSecrets({ ...allVariables(), ROOT_KEY_FILE: "/run/secrets/root-key" }));
  expect(build.filter((name) => !GENERAL.includes(name)).sort()).toEqual(
    ["GITHUB_TOKEN", "LD_LIBRARY_PATH", "NODE_OPTIONS", "NPM_TOKEN", "PATH", "PGPASSWORD"].sort(),
  );
});

test("a machine for one role reads no file with a secret of another role", () => {
  const env = {
    SMTP_URL_FILE: "/none",
    S3_SECRET_ACCESS_KEY_FILE: "/none",
    METRICS_TOKEN: "t",
    DATABASE_URL_FILE: "/d",
  };
  expect(limitEnvironment({ ...env }, ["pages"])).toEqual({
    DATABASE_URL_FILE: "/d",
    METRICS_TOKEN: "t",
    MAIL_ON: "1",
  });
  expect(limitEnvironment({ ...env }, ["worker"])).toEqual({ ...env, MAIL_ON: "1" });
});

test("a command gets no secret that only a start serves; doctor gets all, to examine them", () => {
  const names = (command) =>
    Object.keys(environmentOfCommand(command, { ...allVariables(), SMTP_URL_FILE: "/none" }));
  expect(names("key")).not.toContain("METRICS_TOKEN");
  expect(names("key")).not.toContain("PARLEY_INIT_API_KEY");
  expect(names("migrate")).not.toContain("ROOT_KEY");
  expect(names("doctor")).toEqual(expect.arrayContaining([...VARIABLE_NAMES, "SMTP_URL_FILE"]));
  expect(names("doctor")).not.toContain("GITHUB_TOKEN");
});
