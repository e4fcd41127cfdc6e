import { describe, expect, it } from "vitest";
import { MODELS } from "./providers";

describe("the built-in model", () => {
  it("says that it follows a script and is for testing", () => {
    const [model] = MODELS;
    expect(model?.id).toBe("builtin:rehearsal");
    expect(model?.name).toBe("Scripted test model");
    expect(model?.description).toMatch(/testing/);
    expect(model?.description).toMatch(/script/);
    expect(model?.description).toMatch(/short answers/);
    expect(`${model?.name} ${model?.description}`).not.toMatch(/\bAI\b|intelligen/i);
  });
});
