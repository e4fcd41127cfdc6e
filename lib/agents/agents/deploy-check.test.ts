import { expect, test } from "vitest";
import { MODELS, TRANSCRIBERS, VOICES } from "@/lib/agents/models";
import { buildConfig } from "./defaults";
import { checkDeploy, type Facts } from "./deploy-check";
import { CreateAgent } from "./schema";

const ownModel = {
  id: "acme:small",
  name: "small",
  provider: "acme",
  description: "",
  zero_retention: false,
};
const facts: Facts = {
  models: [...MODELS, ownModel],
  voices: VOICES,
  transcribers: TRANSCRIBERS,
  demandZeroRetention: false,
  baaOnRecord: false,
};
const problems = (overrides: object, changed: Partial<Facts> = {}) => {
  const minimalAgent = { name: "Desk", type: "voice", voice_id: "builtin:slt", prompt: "Be kind." };
  const config = buildConfig(CreateAgent.parse({ ...minimalAgent, ...overrides }));
  return checkDeploy(config, { ...facts, ...changed }).map(({ pointer, code }) => [pointer, code]);
};

test("accepts an agent of built-in parts", () => {
  expect(problems({})).toEqual([]);
  expect(problems({ type: "messaging", voice_id: null })).toEqual([]);
});

test("rejects an agent in a language that the privacy code does not cover", () => {
  for (const language of ["es", "de-DE", "zh-Hant-TW", "enm"])
    expect(problems({ language })).toEqual([["/language", "language_not_covered"]]);
  for (const language of ["en", "en-GB"]) expect(problems({ language })).toEqual([]);
});

test("reports an empty prompt, an unknown voice and an unknown model together", () => {
  expect(problems({ prompt: " \n", voice_id: "builtin:nobody", model: "acme:large" })).toEqual([
    ["/prompt", "required"],
    ["/voice_id", "unknown_voice"],
    ["/model", "unknown_model"],
  ]);
});

test("says that the provider of a voice or transcriber is not connected", () => {
  const overrides = { voice_id: "elevenlabs:anna", transcriber: "deepgram:nova-3" };
  expect(problems(overrides)).toEqual([
    ["/voice_id", "unknown_voice"],
    ["/transcriber", "unknown_transcriber"],
  ]);
  const anna = { ...ownModel, id: "elevenlabs:anna", provider: "elevenlabs", language: "mul" };
  const nova = { ...ownModel, id: "deepgram:nova-3", provider: "deepgram", languages: null, streaming: null };
  const connected = { voices: [...VOICES, anna], transcribers: [...TRANSCRIBERS, nova] };
  expect(problems(overrides, connected)).toEqual([]);
  expect(problems(overrides, { ...connected, demandZeroRetention: true })).toEqual([
    ["/voice_id", "zero_retention_required"],
    ["/transcriber", "zero_retention_required"],
  ]);
});

test("rejects a provider without zero retention if the workspace requires it", () => {
  expect(problems({ model: "acme:small" })).toEqual([]);
  const demand = { demandZeroRetention: true };
  expect(problems({ model: "acme:small" }, demand)).toEqual([["/model", "zero_retention_required"]]);
  expect(problems({}, demand)).toEqual([]);
});

test("requires a fallback model that is offered, differs from the model, and meets required zero retention", () => {
  expect(problems({ fallback_model: "acme:small" })).toEqual([]);
  expect(problems({ fallback_model: "acme:large" })).toEqual([["/fallback_model", "unknown_model"]]);
  expect(problems({ fallback_model: "acme:small" }, { demandZeroRetention: true })).toEqual([
    ["/fallback_model", "zero_retention_required"],
  ]);
  expect(problems({ model: "acme:small", fallback_model: "acme:small" })).toEqual([
    ["/fallback_model", "duplicate"],
  ]);
});

test("rejects a placeholder that no variable fills", () => {
  expect(
    problems({ prompt: "Call {{name}}.", greeting: "Hi {{nmae}}.", variables: [{ name: "name" }] }),
  ).toEqual([["/greeting", "unknown_placeholder"]]);
});

test("requires an agreement on record for health and financial data", () => {
  const variables = [
    { name: "day" },
    { name: "diagnosis", category: "health" },
    { name: "income", category: "financial" },
  ];
  expect(problems({ variables })).toEqual([
    ["/variables/1/category", "baa_required"],
    ["/variables/2/category", "baa_required"],
  ]);
  expect(problems({ variables }, { baaOnRecord: true })).toEqual([]);
});

test("rejects a transcriber that does not transcribe the agent's language", () => {
  const local = {
    ...ownModel,
    id: "local:parakeet",
    provider: "local",
    zero_retention: true,
    streaming: false,
  };
  const offering = (languages: string[] | null) => ({ transcribers: [{ ...local, languages }] });
  const overrides = { transcriber: "local:parakeet", language: "en-US" };
  expect(problems(overrides, offering(["de", "fr"]))).toEqual([["/transcriber", "language_not_transcribed"]]);
  for (const languages of [["de", "en"], null]) expect(problems(overrides, offering(languages))).toEqual([]);
});
