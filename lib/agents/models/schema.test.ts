import { describe, expect, it } from "vitest";
import { isKnownModel, MODELS, PROVIDERS } from "./providers";
import { Model, ModelCredential, ModelId, splitId, Voice, VoiceId } from "./schema";
import { isKnownVoice, VOICES } from "./voices";

describe("ids of models and voices", () => {
  it("are <provider>:<name>, where the name can contain slashes and colons", () => {
    for (const id of [
      "builtin:rehearsal",
      "openai-compatible:meta-llama/Llama-3",
      "openai-compatible:llama3:8b",
    ]) {
      expect(ModelId.parse(id)).toBe(id);
    }
    for (const id of [
      "rehearsal",
      ":x",
      "builtin:",
      "Builtin:x",
      "builtin:a b",
      "builtin:a\n",
      "builtin:ä",
      "",
    ]) {
      expect(ModelId.safeParse(id).success).toBe(false);
    }
    expect(splitId("openai-compatible:llama3:8b")).toEqual({
      provider: "openai-compatible",
      name: "llama3:8b",
    });
    expect(VoiceId.safeParse("slt").error?.issues[0]?.message).toBe("Use <provider>:<voice_name>.");
  });

  it("are known if the lists contain them, or if their provider has a credential", () => {
    expect(["builtin:rehearsal", "openai-compatible:x"].map(isKnownModel)).toEqual([true, true]);
    expect(["builtin:other", "nobody:x"].map(isKnownModel)).toEqual([false, false]);
    expect(["builtin:slt", "builtin:rms", "builtin:awb", "builtin:x"].map(isKnownVoice)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

describe("the lists", () => {
  it("match the API, and every provider in them is known and states its data retention", () => {
    for (const model of MODELS) expect(Model.parse(model)).toEqual(model);
    for (const voice of VOICES) expect(Voice.parse(voice)).toEqual(voice);
    const builtin = PROVIDERS.find((provider) => provider.id === "builtin");
    for (const { provider, zero_retention } of [...MODELS, ...VOICES]) {
      expect({ provider, zero_retention }).toEqual({
        provider: "builtin",
        zero_retention: builtin?.zero_retention,
      });
    }
  });
});

describe("a model's credential", () => {
  it("is a web address and a key that fits a header", () => {
    expect(ModelCredential.safeParse({ base_url: "https://llm.example/v1", api_key: "sk-1" }).success).toBe(
      true,
    );
    expect(ModelCredential.safeParse({ base_url: "https://llm.example/v1", api_key: null }).success).toBe(
      true,
    );
    for (const api_key of ["a\r\nHost: evil", "a b", "", "ключ"]) {
      expect(ModelCredential.safeParse({ base_url: "https://llm.example/v1", api_key }).success).toBe(false);
    }
    expect(ModelCredential.safeParse({ base_url: "file:///etc/passwd", api_key: null }).success).toBe(false);
  });
});
