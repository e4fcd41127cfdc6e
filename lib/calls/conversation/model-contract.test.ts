import { describe, expect, it } from "vitest";
import {
  engineTools,
  outcomeFor,
  outcomeTags,
  parseParleyMetadata,
  parseParleyOptions,
} from "./model-contract";

const variable = (name: string, type: "date" | "choice", choices: string[] | null = null) => ({
  name,
  type,
  description: `your ${name}`,
  required: true,
  sensitive: false,
  choices,
});

describe("outcomes", () => {
  it("are always at least two, success first and failure last", () => {
    const tags = (...agentTags: string[]) =>
      outcomeTags({ outcomes: agentTags.map((tag) => ({ tag, description: "" })) });
    expect(tags()).toEqual(["completed", "not_completed"]);
    expect(tags("booked")).toEqual(["booked", "not_completed"]);
    expect(tags("booked", "later", "refused")).toEqual(["booked", "later", "refused"]);
    expect(outcomeFor({ outcomes: [] }, true)).toBe("completed");
    expect(outcomeFor({ outcomes: [{ tag: "booked", description: "" }] }, false)).toBe("not_completed");
  });
});

describe("the engine's tools", () => {
  it("let a model save any of the agent's variables by type, and end with one of its outcomes", () => {
    const variables = [variable("day", "date"), variable("plan", "choice", ["Basic", "Plus"])];
    const [save, end] = engineTools({
      variables,
      outcomes: [{ tag: "booked", description: "A day was found." }],
    });
    expect(save?.inputSchema).toEqual({
      type: "object",
      properties: {
        day: { type: "string", format: "date", description: "your day" },
        plan: { type: "string", enum: ["Basic", "Plus"], description: "your plan" },
      },
      additionalProperties: false,
    });
    expect(end?.inputSchema.properties?.outcome).toMatchObject({ enum: ["booked", "not_completed"] });
    expect(end?.inputSchema.required).toEqual(["outcome"]);
  });
});

describe("parsing of the other side's data", () => {
  it("treats missing or invalid model metadata as none", () => {
    expect(parseParleyMetadata(undefined)).toBeNull();
    expect(parseParleyMetadata({ openai: {} })).toBeNull();
    expect(
      parseParleyMetadata({ parley: { asking: "day", speaks: [{ variable: "day", start: -1, end: 2 }] } }),
    ).toBeNull();
    expect(parseParleyMetadata({ parley: { asking: null, speaks: [] } })).toEqual({
      asking: null,
      speaks: [],
    });
  });

  it("ignores options that are not the engine's", () => {
    expect(parseParleyOptions({ parley: { task: "guess" } })).toBeNull();
    expect(parseParleyOptions(undefined)).toBeNull();
  });
});
