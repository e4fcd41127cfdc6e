import { expect, it } from "vitest";
import { MODELS, TRANSCRIBERS, VOICES } from "@/lib/agents/models";
import { english } from "@/messages/testing/english";
import { offerText } from "./offer-text";

const t = english("agents.offer");

it("every built-in model, voice and transcriber has a text", () => {
  for (const { id } of [...MODELS, ...VOICES, ...TRANSCRIBERS])
    expect([id, offerText(t, { id, description: "" })]).not.toEqual([id, ""]);
});

it("a model of the workspace's server has the server's description", () => {
  expect(offerText(t, { id: "ours:small", description: "Small." })).toBe("Small.");
});
