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

  test("the reason names the variable", () => {
    expect(whyMasked(english("calls.mask"), { kind: "variable", name: "ssn" })).toContain(
      "ssn is marked as sensitive",
    );
  });
});
