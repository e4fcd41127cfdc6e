import { describe, expect, test } from "vitest";
import { settledTool, variable } from "./test/conversation";

const account = variable("account_number");
const ACCOUNT = { account_number: "12345678" };

describe("tool turns", () => {
  const values = { account_number: "12345678", smoker: true, rooms: 2, full_name: "Jane Marlowe" };
  const variables = [
    account,
    variable("smoker", "boolean", "whether you smoke"),
    variable("rooms", "number"),
    variable("full_name"),
  ];

  test("leaves, numbers, longer strings and names of members are masked, the rest stays", () => {
    const turns = settledTool(
      {
        account_number: "1234-5678",
        n: 12345678,
        note: "acct 12345678 of Jane Marlowe",
        list: ["x", 2, true, 3],
        day: "2026-11-24",
      },
      values,
      variables,
      { found: true, smoker_state: true, "12345678": { "a/b~": "no. 1 2 3 4 5 6 7 8" }, count: 17 },
    );
    expect(turns).toEqual({
      name: "save_variables",
      arguments: {
        account_number: { masked: true },
        n: { masked: true },
        note: "acct [account_number] of [full_name]",
        list: ["x", { masked: true }, { masked: true }, 3],
        day: "2026-11-24",
      },
      result: {
        found: true,
        smoker_state: { masked: true },
        "[account_number]": { "a/b~": "no. [account_number]" },
        count: 17,
      },
      ok: true,
    });
  });

  test("a member with the variable's name is masked, for all values", () => {
    expect(
      settledTool({ accountNumber: { raw: ["a", 1] } }, { account_number: null }, [account])?.arguments,
    ).toEqual({
      accountNumber: { raw: [{ masked: true }, { masked: true }] },
    });
  });

  test("JSON of any depth and with any names is answered", () => {
    let deep: unknown = "12345678";
    for (let n = 0; n < 10_000; n++) deep = [deep];
    const masked = settledTool({ deep, ["__proto__"]: 1, "": "12345678" }, ACCOUNT, [account]);
    expect(JSON.stringify(masked)).not.toContain("12345678");
  });
});
