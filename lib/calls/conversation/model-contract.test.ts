import { describe, expect, it } from "vitest";
import { engineTools, outcomeFor, outcomeTags, parleyMetadata, parleyOptions } from "./model-contract";

const variable = (name: string, type: "date" | "choice", choices: string[] | null = null) => ({
  name,
  type,
  description: `your ${name}`,
  required: true,
  sensitive: false,
  choices,
});

describe("outcomes", () => {
  it("are always two or more, the success first and the failure last", () => {
    const tags = (...own: string[]) =>
      outcomeTags({ outcomes: own.map((tag) => ({ tag, description: "" })) });
    expect(tags()).toEqual(["completed", "not_completed"]);
    expect(tags("booked")).toEqual(["booked", "not_completed"]);
    expect(tags("booked", "later", "refused")).toEqual(["booked", "later", "refused"]);
    expect(outcomeFor({ outcomes: [] }, true)).toBe("completed");
    expect(outcomeFor({ outcomes: [{ tag: "booked", description: "" }] }, false)).toBe("not_completed");
  });
});

describe("the engine's tools", () => {
  it("let a model note any of the agent's variables by type, and end with one of its outcomes", () => {
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

describe("what the other side sends is read with care", () => {
  it("a model that says nothing, or nonsense, is one that does not say", () => {
    expect(parleyMetadata(undefined)).toBeNull();
    expect(parleyMetadata({ openai: {} })).toBeNull();
    expect(
      parleyMetadata({ parley: { asking: "day", speaks: [{ variable: "day", start: -1, end: 2 }] } }),
    ).toBeNull();
    expect(parleyMetadata({ parley: { asking: null, speaks: [] } })).toEqual({ asking: null, speaks: [] });
  });

  it("options of somebody else are not the engine's", () => {
    expect(parleyOptions({ parley: { task: "guess" } })).toBeNull();
    expect(parleyOptions(undefined)).toBeNull();
  });
});
