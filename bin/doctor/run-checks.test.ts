import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readArguments } from "./arguments";
import { CHECKS } from "./checks";
import { runDoctorCommand } from "./command";
import { readEnvironment } from "./environment";
import { failed, passed, skipped, warning } from "./finding";
import { createPrivateValueRemover } from "./remove-private-values";
import { type Check, runChecks } from "./run-checks";
import { makeParts } from "./testing/parts";

const LIMIT_MS = 20_000;
const check = (name: string, run: Check["run"], more: Partial<Check> = {}): Check => ({
  name,
  limitMs: LIMIT_MS,
  run,
  ...more,
});

describe("checks", () => {
  test("all run and keep their order, also if some throw, hang or fail", async () => {
    const results = await runChecks(
      [
        check("slow", () => new Promise(() => undefined), { limitMs: 1 }),
        check("throws", () => {
          throw Object.assign(new Error("password of nina"), { code: "EIO" });
        }),
        check("fails", () => failed("broken", "Repair it.")),
        check("passes", () => passed("works")),
      ],
      makeParts(),
    );
    expect(results.map(({ name, status }) => [name, status])).toEqual([
      ["slow", "failed"],
      ["throws", "failed"],
      ["fails", "failed"],
      ["passes", "ok"],
    ]);
    expect(results[1]?.summary).toBe("the check ended with an error (EIO)");
    expect(JSON.stringify(results)).not.toContain("nina");
  });

  test("are skipped if what they need is not valid or has failed", async () => {
    const results = await runChecks(
      [
        check("down", () => failed("down", "Start it.")),
        check("dependent", () => passed("never"), { needs: "down" }),
        check("shaky", () => warning("slow", "Wait.")),
        check("dependent of shaky", () => passed("runs"), { needs: "shaky" }),
        check("mail", () => passed("never"), { variables: ["SMTP_URL"] }),
        check("no table", () => {
          throw Object.assign(new Error("missing"), { code: "42P01" });
        }),
      ],
      makeParts({}, { invalid: new Set(["SMTP_URL"]) }),
    );
    expect(results.map(({ status }) => status)).toEqual([
      "failed",
      "skipped",
      "warning",
      "ok",
      "skipped",
      "skipped",
    ]);
  });

  test("have unique names, and come after the checks that they need", () => {
    const names = CHECKS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const [index, { needs }] of CHECKS.entries())
      if (needs !== undefined) expect(names.slice(0, index)).toContain(needs);
  });
});

describe("the report", () => {
  const secrets = {
    DATABASE_URL: "postgresql://nina:hunter2%21hunter2@localhost/parley",
    SMTP_URL: "smtps://nina:mailpassword@mail.fox.example:465",
    MAIL_FROM: "Nina Fox <nina@fox.example>",
    PARLEY_BASE_URL: "https://parley.fox.example",
    S3_BUCKET: "nina-recordings",
    S3_ACCESS_KEY_ID: "AKIAEXAMPLE",
    S3_SECRET_ACCESS_KEY: "s3-secret-value",
  };

  test("has a line for each check, one for each action, and the exit code", async () => {
    const run = (...findings: ReturnType<Check["run"]>[]) =>
      runDoctorCommand(
        { json: false, bundle: null },
        makeParts(),
        findings.map((finding, index) => check(`check ${index}`, () => finding)),
      );
    expect(await run(passed("fine"), skipped("unset"), warning("old", "Renew it."))).toEqual({
      exitCode: 0,
      text: [
        "ok       check 0            fine",
        "skipped  check 1            unset",
        "warning  check 2            old",
        "         → Renew it.",
        "",
        "3 checks: 1 ok, 1 warning, 0 failed, 1 skipped.",
      ].join("\n"),
    });
    expect(await run(failed("down", "Start it."))).toMatchObject({ exitCode: 1 });
  });

  test("is the same as JSON, without a value of the environment that a check has shown by mistake", async () => {
    const mistakes = Object.values({ ...secrets, password: "hunter2!hunter2", host: "mail.fox.example" });
    const { text } = await runDoctorCommand(
      { json: true, bundle: null },
      makeParts(secrets, { mailTo: "recipient@fox.example" }),
      [check("leaky", () => failed(mistakes.join(" "), "Write to recipient@fox.example."))],
    );
    expect(JSON.parse(text)).toMatchObject({
      result: "failed",
      checks: [{ name: "leaky", status: "failed" }],
    });
    for (const value of [...mistakes, "recipient", "mailpassword", "parley.fox.example"])
      expect(text).not.toContain(value);
  });
});

test.each([
  [{ DATABASE_URL: "postgresql://parley:50%off-forever@localhost/parley" }, "50%off-forever"],
  [{ SMTP_URL: "smtps://operator:100%sure-of-it@localhost", MAIL_FROM: "a@b.example" }, "100%sure-of-it"],
  [{ DATABASE_URL: "postgresql://localhost/parley?password=hunter2%21hunter2" }, "hunter2!hunter2"],
  [{ DATABASE_URL: "postgresql://localhost/parley?password=50%off-forever" }, "50%off-forever"],
  [{ DATABASE_URL: "postgresql://localhost/parley?host=db.fox.example&user=nina-fox-1" }, "db.fox.example"],
  [{ DATABASE_URL: "postgresql://localhost/parley?user=nina-fox-1" }, "nina-fox-1"],
])("the values of %j are removed from a text", (variables, value) => {
  const env = { ...makeParts().env, ...variables };
  expect(createPrivateValueRemover(env)(`It says "${value}".`)).toBe('It says "[removed]".');
});

describe("the environment", () => {
  test("is read as far as it is valid, and names what is not", () => {
    const variables: Record<string, string> = {
      PORT: "99999",
      HOST: "0.0.0.0",
      SMTP_URL: "smtps://nina:mailpassword@mail.example.com",
      DATABASE_URL: "postgresql://nina:hunter2@10.0.0.5/parley",
      PARLEY_BASE_ULR: "https://parley.example.com",
    };
    const { env, problems, invalid, set, misspelled } = readEnvironment(variables);
    expect(env).toMatchObject({ HOST: "0.0.0.0", PORT: 3000 });
    expect(problems.map(({ name }) => name).sort()).toEqual([
      "DATABASE_URL",
      "MAIL_FROM",
      "PARLEY_BASE_URL",
      "PORT",
    ]);
    expect([...invalid].sort()).toEqual(["DATABASE_URL", "MAIL_FROM", "PARLEY_BASE_URL", "PORT", "SMTP_URL"]);
    expect(misspelled).toEqual(["PARLEY_BASE_ULR"]);
    expect(set).toContain("DATABASE_URL");
    expect(variables.DATABASE_URL).toBeUndefined();
    expect(JSON.stringify(problems)).not.toMatch(/nina|hunter2|99999/);
  });

  const [url, token] = ["postgresql://u:p@localhost/parley", "0123456789abcdef0123456789abcdef"];
  test.each<[names: string[], variables: Record<string, string>]>([
    [["DATABASE_URL"], { DATABASE_DIRECT_URL: url }],
    [["DATABASE_URL"], { DATABASE_URL: "postgresql://10.0.0.5/parley", DATABASE_DIRECT_URL: url }],
    [["DATABASE_DIRECT_URL"], { DATABASE_URL: url, DATABASE_DIRECT_URL: "postgresql://10.0.0.5/parley" }],
    [["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"], { S3_BUCKET: "parley-recordings" }],
    [
      ["S3_ACCESS_KEY_ID", "S3_ENDPOINT", "S3_SECRET_ACCESS_KEY"],
      { S3_BUCKET: "parley-recordings", S3_ENDPOINT: "http://10.0.0.5" },
    ],
    [["MAIL_FROM", "PARLEY_BASE_URL"], { SMTP_URL: "smtps://mail.example.com" }],
    [["TLS_KEY"], { TLS_CERT: "cert.pem" }],
    [["TLS_CERT"], { TLS_KEY: "key.pem" }],
    [["METRICS_PORT"], { METRICS_PORT: "3000" }],
    [["METRICS_TOKEN"], { METRICS_HOST: "0.0.0.0" }],
    [["METRICS_TOKEN"], { METRICS_HOST: "0.0.0.0", METRICS_TOKEN: "short" }],
    [["METRICS_TOKEN", "PORT"], { METRICS_HOST: "0.0.0.0", METRICS_PORT: "9464", PORT: "x" }],
  ])("names %j of a rule about several variables, and keeps the others", (names, variables) => {
    const { problems, env } = readEnvironment({ ...variables, DATA_DIR: "/srv/parley", TRUST_PROXY: "2" });
    expect([...new Set(problems.map(({ name }) => name))].sort()).toEqual(names);
    expect(env).toMatchObject({ DATA_DIR: "/srv/parley", TRUST_PROXY: 2 });
  });

  test("keeps a valid token of metrics", () => {
    const variables = { METRICS_HOST: "0.0.0.0", METRICS_TOKEN: token };
    expect(readEnvironment(variables).problems).toEqual([]);
    expect(variables).toMatchObject({ METRICS_HOST: "0.0.0.0", METRICS_TOKEN: token });
  });

  test("takes secrets from files, and names a file that cannot be read", () => {
    const folder = mkdtempSync(join(tmpdir(), "doctor-secrets-"));
    writeFileSync(join(folder, "url"), "postgresql://u:p@localhost/parley\n");
    const variables = {
      DATABASE_URL_FILE: join(folder, "url"),
      METRICS_TOKEN_FILE: join(folder, "nina"),
    };
    const { env, problems } = readEnvironment(variables);
    rmSync(folder, { recursive: true });
    expect(env.DATABASE_URL).toBe("postgresql://u:p@localhost/parley");
    expect(problems).toMatchObject([{ name: "METRICS_TOKEN" }]);
    expect(JSON.stringify(problems)).not.toContain(folder);
  });

  test("does not show a field that the operator has named", () => {
    const { problems } = readEnvironment({ PROVIDER_PRICES: '{"currency":"EUR","prices":{},"nina":1}' });
    expect(problems).toEqual([{ name: "PROVIDER_PRICES", message: "is not valid" }]);
  });
});

test.each<[string[], object | null]>([
  [[], { json: false, mailTo: null, bundle: null }],
  [["--json", "--mail-to=ops@example.com"], { json: true, mailTo: "ops@example.com", bundle: null }],
  [["--bundle=support.json.gz"], { json: false, mailTo: null, bundle: "support.json.gz" }],
  [["--bundle=support.txt"], null],
  [["--mail-to=nina"], null],
  [["--everything"], null],
  [["now"], null],
])("reads the arguments %j", (args, expected) => {
  expect(readArguments(args)).toEqual(expected);
});
