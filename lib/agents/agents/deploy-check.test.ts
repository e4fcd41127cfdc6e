import { expect, test } from "vitest";
import { MODELS, TRANSCRIBERS, VOICES } from "@/lib/agents/models";
import { newConfig } from "./defaults";
import { checkDeploy, type Facts } from "./deploy-check";
import { CreateAgent } from "./schema";

const own = { id: "acme:small", name: "small", provider: "acme", description: "", zero_retention: false };
const facts: Facts = {
  models: [...MODELS, own],
  voices: VOICES,
  transcribers: TRANSCRIBERS,
  demandZeroRetention: false,
  baaOnRecord: false,
};
const problems = (given: object, changed: Partial<Facts> = {}) => {
  const least = { name: "Desk", type: "voice", voice_id: "builtin:slt", prompt: "Be kind." };
  const config = newConfig(CreateAgent.parse({ ...least, ...given }));
  return checkDeploy(config, { ...facts, ...changed }).map(({ pointer, code }) => [pointer, code]);
};

test("an agent of built-in parts may go live", () => {
  expect(problems({})).toEqual([]);
  expect(problems({ type: "messaging", voice_id: null })).toEqual([]);
});

test("an agent in a language that the privacy code does not understand may not go live", () => {
  for (const language of ["es", "de-DE", "zh-Hant-TW", "enm"])
    expect(problems({ language })).toEqual([["/language", "language_not_covered"]]);
  for (const language of ["en", "en-GB"]) expect(problems({ language })).toEqual([]);
});

test("an empty prompt, an unknown voice and an unknown model are named all at once", () => {
  expect(problems({ prompt: " \n", voice_id: "builtin:nobody", model: "acme:large" })).toEqual([
    ["/prompt", "required"],
    ["/voice_id", "unknown_voice"],
    ["/model", "unknown_model"],
  ]);
});

test("a voice or transcriber whose provider is not connected says so", () => {
  const given = { voice_id: "elevenlabs:anna", transcriber: "deepgram:nova-3" };
  expect(problems(given)).toEqual([
    ["/voice_id", "unknown_voice"],
    ["/transcriber", "unknown_transcriber"],
  ]);
  const anna = { ...own, id: "elevenlabs:anna", provider: "elevenlabs", language: "mul" };
  const nova = { ...own, id: "deepgram:nova-3", provider: "deepgram" };
  const connected = { voices: [...VOICES, anna], transcribers: [...TRANSCRIBERS, nova] };
  expect(problems(given, connected)).toEqual([]);
  expect(problems(given, { ...connected, demandZeroRetention: true })).toEqual([
    ["/voice_id", "zero_retention_required"],
    ["/transcriber", "zero_retention_required"],
  ]);
});

test("a workspace that demands zero retention runs no provider without", () => {
  expect(problems({ model: "acme:small" })).toEqual([]);
  const demand = { demandZeroRetention: true };
  expect(problems({ model: "acme:small" }, demand)).toEqual([["/model", "zero_retention_required"]]);
  expect(problems({}, demand)).toEqual([]);
});

test("a fallback model must be offered, keep nothing where that is demanded, and be another", () => {
  expect(problems({ fallback_model: "acme:small" })).toEqual([]);
  expect(problems({ fallback_model: "acme:large" })).toEqual([["/fallback_model", "unknown_model"]]);
  expect(problems({ fallback_model: "acme:small" }, { demandZeroRetention: true })).toEqual([
    ["/fallback_model", "zero_retention_required"],
  ]);
  expect(problems({ model: "acme:small", fallback_model: "acme:small" })).toEqual([
    ["/fallback_model", "duplicate"],
  ]);
});

test("a placeholder that no variable fills keeps an agent from going live", () => {
  expect(
    problems({ prompt: "Call {{name}}.", greeting: "Hi {{nmae}}.", variables: [{ name: "name" }] }),
  ).toEqual([["/greeting", "unknown_placeholder"]]);
});

test("health and financial data need an agreement on record", () => {
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
