import { describe, expect, test } from "vitest";
import { english } from "@/messages/testing/english";
import { splitMasks, whyMasked } from "./masks";

describe("masks in a text", () => {
  test("a variable's mask is told apart from the words around it", () => {
    expect(splitMasks("It is [account_number], thanks", ["account_number"])).toEqual([
      "It is ",
      { kind: "variable", name: "account_number" },
      ", thanks",
    ]);
  });

  test("recognizes Parley's own masks independent of the variables' names", () => {
    expect(splitMasks("[withheld][digits] [payment_card]", [])).toEqual([
      { kind: "withheld", name: "withheld" },
      { kind: "digits", name: "digits" },
      " ",
      { kind: "card", name: "payment_card" },
    ]);
  });

  test("leaves typed brackets unchanged", () => {
    expect(splitMasks("see [note] and [Account]", ["account_number"])).toEqual(["see [note] and [Account]"]);
  });
});

describe("the reason of a mask", () => {
  const t = english("calls.mask");
  const withheld = { kind: "withheld", name: "withheld" } as const;

  test("names the variable, with its description where the view knows it", () => {
    const mask = { kind: "variable", name: "ssn" } as const;
    expect(whyMasked(t, mask)).toMatchObject({
      rule: "sensitive",
      text: expect.stringContaining("ssn is marked as sensitive"),
    });
    expect(whyMasked(t, mask, { descriptions: { ssn: "your number" } }).text).toContain(
      "ssn (your number) is marked as sensitive",
    );
  });

  test("of a withheld answer names the sensitive variable whose question it answers", () => {
    expect(whyMasked(t, withheld)).toMatchObject({ rule: "undecided" });
    expect(whyMasked(t, withheld, { answers: "ssn" }).text).toContain("the question for ssn");
  });

  test("of a text that stays withheld after settling is that masking cannot read it", () => {
    expect(whyMasked(t, withheld, { isSettled: true, answers: "ssn" })).toMatchObject({ rule: "unreadable" });
  });

  test("of a tool's value is decided by settling, and of a card from the start", () => {
    const value = { kind: "value", name: "account" } as const;
    expect(whyMasked(t, value).rule).toBe("undecided");
    expect(whyMasked(t, value, { isSettled: true }).rule).toBe("sensitive");
    expect(whyMasked(t, { kind: "card", name: "payment_card" }).rule).toBe("card");
    expect(whyMasked(t, { kind: "digits", name: "digits" }).rule).toBe("undecided");
  });
});
