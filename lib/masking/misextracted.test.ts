import { describe, expect, test } from "vitest";
import { agent, caller, settledTexts, variable } from "./test/conversation";

const account = variable("account_number", "string", "the customer's account number");
const WRONG = { account_number: "9999" };

describe("a wrong value does not end the protection of the right one", () => {
  test.each([
    ["my account is 48151623", "my account is [account_number]"],
    ["My account number. It's 4815 1623.", "My account number. It's [account_number]."],
    ["use account four eight one five one six two three", "use account [account_number]"],
  ])("a number that its sentence names: %s", (text, masked) => {
    const lines = [
      caller("the sticker says 9999", null),
      caller(text, null),
      agent("So 48151623.", null),
      caller("yes", null),
    ];
    expect(settledTexts(lines, WRONG, [account])).toEqual([
      "the sticker says [account_number]",
      masked,
      "So [account_number].",
      "yes",
    ]);
  });

  test("a number that answers another question, if the stored one was never said", () => {
    const lines = [
      agent("What is your account number?", "account_number"),
      caller("one moment", "account_number"),
      agent("Which day?", "day"),
      caller("it's 48151623, and on 24 November at 14:30 for $1,250", "day"),
    ];
    expect(settledTexts(lines, WRONG, [account]).at(-1)).toBe(
      "it's [account_number], and on 24 November at 14:30 for $1,250",
    );
  });

  test("another variable's number stays its own", () => {
    const lines = [caller("my order is 20231155", null)];
    const values = { ...WRONG, order: "20231155" };
    expect(settledTexts(lines, values, [account])).toEqual(["my order is 20231155"]);
  });

  test("an e-mail address", () => {
    const lines = [
      caller("write to jane@example.com please. Or jane dot m at example dot org.", null),
      agent("To jane@example.com?", null),
    ];
    expect(settledTexts(lines, { email: "bob@example.com" }, [variable("email", "email")])).toEqual([
      "write to [email] please. [email]",
      "To [email]?",
    ]);
  });
});

describe("a wrong name", () => {
  const name = variable("full_name");

  test.each([
    ["sorry, my name is Ebenezer Scrooge", "sorry, my name is [full_name]"],
    ["this is ebenezer scrooge speaking", "this is [full_name] speaking"],
    ["I'm Ebenezer and I'm running late", "I'm [full_name] and I'm running late"],
    ["it's spelled S C R O O G E", "it's spelled [full_name]"],
    ["Bob told me that he is running late", "[full_name] told me that he is running late"],
  ])("%s", (text, masked) => {
    const lines = [caller("is Bob there", null), caller(text, null)];
    expect(settledTexts(lines, { full_name: "Bob" }, [name])).toEqual(["is [full_name] there", masked]);
  });

  test("the right name in its parts is masked once, and what follows stays readable", () => {
    const lines = [caller("my name is Jane Marlowe and I'd like two rooms in London", null)];
    expect(settledTexts(lines, { full_name: "Jane Marlowe" }, [name])).toEqual([
      "my name is [full_name] and I'd like two rooms in London",
    ]);
  });
});
