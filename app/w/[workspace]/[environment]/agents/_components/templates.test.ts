import { describe, expect, test } from "vitest";
import { checkConfig } from "@/lib/agents/agents/check";
import { buildConfig } from "@/lib/agents/agents/defaults";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { TEMPLATES } from "./templates";

describe("templates", () => {
  test.each(TEMPLATES)("$id is a body that POST /v1/agents takes", ({ agent }) => {
    const body = CreateAgent.parse(agent);
    expect(checkConfig(buildConfig(body))).toEqual([]);
  });

  test.each(TEMPLATES)("$id asks in its prompt for nothing that it has no variable for", ({ agent }) => {
    const names = new Set(agent.variables?.map(({ name }) => name));
    const mentionedNames = agent.prompt.match(/\b[a-z]+_[a-z_]+\b/g) ?? [];
    expect(mentionedNames.filter((name) => !names.has(name))).toEqual([]);
  });
});
