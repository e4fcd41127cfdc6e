import { expect, it } from "vitest";
import { MODELS, TRANSCRIBERS, VOICES } from "@/lib/agents/models";
import { english } from "@/messages/testing/english";
import { offerName, offerText } from "./offer-text";

const t = english("agents.offer");

it("every built-in model, voice and transcriber has a text", () => {
  for (const offer of [...MODELS, ...VOICES, ...TRANSCRIBERS])
    expect([offer.id, offerText(t, { ...offer, description: "" })]).not.toEqual([offer.id, ""]);
});

it("models of this machine and of connected providers have texts of the catalog, and newer built-in ones the server's", () => {
  const textOf = (provider: string, streaming: boolean | null) =>
    offerText(t, { id: `${provider}:a`, name: "a", provider, description: "Small.", streaming });
  expect(textOf("local", true)).toContain("while the caller speaks");
  expect(textOf("local", false)).toContain("when the caller has finished");
  expect(textOf("ours", null)).toBe("From a provider that the workspace has connected.");
  expect(textOf("builtin", null)).toBe("Small.");
});

it("names that are words are of the catalog", () => {
  const tAgents = english("agents");
  expect(offerName(tAgents, { id: "builtin:grammar", name: "Built in" })).toBe("Built-in");
  expect(offerName(tAgents, { id: "builtin:slt", name: "SLT" })).toBe("SLT");
});
