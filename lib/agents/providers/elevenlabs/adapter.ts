import { speechAccountOf } from "../accounts";
import type { ProviderAdapter } from "../adapter";
import { elevenLabsFindings } from "./check";
import { elevenLabsSynthesizerOf } from "./synthesizer";

export const elevenLabsAdapter: ProviderAdapter = {
  check: (probe, integration) => elevenLabsFindings(probe, speechAccountOf(integration)),
  createSynthesizer: elevenLabsSynthesizerOf,
};
