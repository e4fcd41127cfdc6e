import { expect, test } from "vitest";
import { resolveBundleArgument } from "./bundle-argument.mjs";

test.each([
  [
    ["--json", "--bundle=support.json"],
    ["--json", "--bundle=/home/operator/support.json"],
  ],
  [
    ["--bundle", "../support.json.gz"],
    ["--bundle", "/home/support.json.gz"],
  ],
  [["--bundle=/srv/support.json"], ["--bundle=/srv/support.json"]],
  [["--bundle="], ["--bundle="]],
  [["--json"], ["--json"]],
])("resolves the file of %j", (args, expected) => {
  expect(resolveBundleArgument(args, "/home/operator")).toEqual(expected);
});

test("resolves against the folder of npm's caller, else this one", () => {
  const { INIT_CWD } = process.env;
  try {
    process.env.INIT_CWD = "/home/operator";
    expect(resolveBundleArgument(["--bundle=a.json"])).toEqual(["--bundle=/home/operator/a.json"]);
    delete process.env.INIT_CWD;
    expect(resolveBundleArgument(["--bundle=a.json"])).toEqual([`--bundle=${process.cwd()}/a.json`]);
  } finally {
    if (INIT_CWD !== undefined) process.env.INIT_CWD = INIT_CWD;
  }
});
