import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AgentConfig, AgentPolicy } from "./schema";
import { agentConfigDocument, agentPolicyDocument, maskedConfigDocument } from "./stored-documents";

const stored = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(import.meta.dirname, "testing", "stored", file), "utf8"));
const versionsOf = ({ version }: { version: number }) => Array.from({ length: version }, (_, n) => n + 1);

describe("a stored agent", () => {
  it.each(versionsOf(agentConfigDocument))(
    "is read as its API shows it, configuration of version %i",
    (version) => {
      const config = agentConfigDocument.read(stored(`agent-configuration.v${version}.json`));
      expect(AgentConfig.safeParse(config).error).toBeUndefined();
      expect(config).toMatchObject({
        name: "Front desk",
        fallback_model: null,
        answering_machine: { action: "hang_up" },
        interruption_sensitivity: "medium",
        patience: "medium",
        interruptible: true,
      });
      expect(config.variables.map(({ digits }) => digits)).toEqual(config.variables.map(() => null));
    },
  );

  it.each(versionsOf(agentPolicyDocument))("is read as its API shows it, policy of version %i", (version) => {
    const policy = agentPolicyDocument.read(stored(`agent-policy.v${version}.json`));
    expect(AgentPolicy.safeParse(policy).error).toBeUndefined();
    expect(policy.recording).toMatchObject({ retention_days: 30, answer_window_ms: 2_500 });
  });

  it("keeps the fields of newer code when it is changed and deployed", () => {
    const newer = stored("agent-configuration.v1.json");
    const [variable] = newer.variables as object[];
    const document = agentConfigDocument.read({
      ...newer,
      mood: "warm",
      variables: [{ ...variable, hint: "nine" }],
    });
    expect(document).not.toHaveProperty("mood");
    expect(agentConfigDocument.write({ ...document, prompt: "You sell tables." }, document)).toMatchObject({
      prompt: "You sell tables.",
      mood: "warm",
      variables: [{ name: "account_number", hint: "nine" }],
    });
  });

  it("is read in part for a list of calls, whose query selects what masks them", () => {
    expect(maskedConfigDocument.read({ variables: null, language: null })).toEqual({
      variables: [],
      language: null,
    });
    const { variables, language } = stored("agent-configuration.v1.json");
    const read = (variables as object[]).map((variable) => ({ ...variable, digits: null }));
    expect(maskedConfigDocument.read({ variables, language })).toEqual({ variables: read, language });
  });
});
