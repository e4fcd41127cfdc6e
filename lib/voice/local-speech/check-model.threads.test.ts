import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findSpeechModel, type SpeechModel } from "@/lib/agents/speech-models";
import {
  writeAbortingModel,
  writeNemoTransducer,
  writeStreamingZipformer,
} from "@/lib/agents/speech-models/testing/tiny-models";
import { checkModel } from "./check-model";

const dir = mkdtempSync(join(tmpdir(), "check-model-"));
async function modelIn(folder: string): Promise<SpeechModel> {
  const model = await findSpeechModel(folder, dir);
  if (model === undefined) throw new Error("The model is not recognized.");
  return model;
}

test("measures a model that loads, and states the reason of one that does not", async () => {
  writeStreamingZipformer(dir, "streaming");
  writeNemoTransducer(dir, "whole");
  writeAbortingModel(dir, "aborting");
  for (const folder of ["streaming", "whole"]) {
    const { loadMs, answerMs, problem } = await checkModel(await modelIn(folder));
    expect(problem).toBeNull();
    expect(loadMs).toBeGreaterThan(0);
    expect(answerMs).toBeGreaterThan(0);
  }
  expect((await checkModel(await modelIn("aborting"))).problem).toContain("encoder_dims");
});
