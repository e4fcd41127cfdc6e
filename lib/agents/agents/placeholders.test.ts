import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildConfig } from "./defaults";
import { fillPlaceholders, placeholderProblems } from "./placeholders";
import { CreateAgent } from "./schema";

const config = (prompt: string, greeting: string | null = null) =>
  buildConfig(
    CreateAgent.parse({
      name: "Desk",
      type: "messaging",
      prompt,
      greeting,
      variables: [{ name: "first_name" }, { name: "day", type: "date" }],
    }),
  );
const problems = (prompt: string, greeting: string | null = null) =>
  placeholderProblems(config(prompt, greeting));

describe("placeholders", () => {
  it("for the agent's variables are accepted, with or without spaces", () => {
    expect(problems("Book {{day}} for {{ first_name }}.", "Hello {{first_name}}.")).toEqual([]);
    expect(problems("JSON is { } and {not} a placeholder }} {{")).toEqual([]);
  });

  it("without a variable are each reported at their position", () => {
    expect(problems("Call {{name}} or {{name}} about {{order}}.", "Hello {{nmae}}.")).toMatchObject([
      {
        pointer: "/prompt",
        code: "unknown_placeholder",
        message: expect.stringContaining("{{name}}, {{order}}."),
      },
      { pointer: "/greeting", code: "unknown_placeholder", message: expect.stringContaining("{{nmae}}.") },
    ]);
  });

  it("that are not names are rejected without quoting the prompt", () => {
    for (const prompt of ["{{}}", "{{First Name}}", "{{call +1 212 555 0123}}"]) {
      const [problem] = problems(prompt);
      expect(problem).toMatchObject({ pointer: "/prompt", code: "unknown_placeholder" });
      expect(problem?.message).not.toMatch(/555|First/);
    }
  });

  it("are reported up to a maximum number", () => {
    const text = Array.from({ length: 200 }, (_, n) => `{{unknown_${n}}}`).join(" ");
    expect(problems(text)[0]?.message.length).toBeLessThan(400);
  });

  it("are filled once: a value that looks like a placeholder is not filled again", () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(fillPlaceholders("a {{x}} b", () => value)).toBe(`a ${value} b`);
      }),
    );
  });
});
