import { expect, it } from "vitest";
import type { AgentConfig } from "@/lib/agents/agents/schema";
import { expectedAnswer } from "./expected-answer";

const common = {
  required: true,
  sensitive: false,
  category: "general",
  choices: null,
  digits: null,
} as const;
const config: Pick<AgentConfig, "variables" | "language"> = {
  language: "en",
  variables: [
    {
      ...common,
      ...{ name: "order", type: "string", description: "the order's number" },
      digits: { min_length: 4, max_length: 8, checksum: "none" },
    },
    {
      ...common,
      ...{ name: "size", type: "choice", description: "the size" },
      choices: ["small", "large"],
    },
  ],
};

it("has the rule of the variable's digits, also if the model declares digits", () => {
  const rule = { kind: "digits", language: "en", digits: expect.objectContaining({ min_length: 4 }) };
  expect(expectedAnswer(config, { asking: "order" })).toEqual(rule);
  expect(expectedAnswer(config, { asking: "order", expects: { kind: "digits" } })).toEqual(rule);
  expect(expectedAnswer(config, { asking: "order", expects: { kind: "yes_no" } })).toEqual({
    kind: "yes_no",
    language: "en",
  });
});

it("is the model's kind before the variable's, and anything without either", () => {
  expect(expectedAnswer(config, { asking: "size" })).toMatchObject({ choices: ["small", "large"] });
  expect(expectedAnswer(config, { asking: "size", expects: { kind: "open" } })).toEqual({
    kind: "open",
    language: "en",
  });
  expect(expectedAnswer(config, {})).toEqual({ kind: "open", language: "en" });
});
