import { speechAccountOf } from "../accounts";
import type { ProviderAdapter } from "../adapter";
import { elevenLabsFindings } from "./check";
import { elevenLabsSynthesizerOf } from "./synthesizer";

export const elevenLabsAdapter: ProviderAdapter = {
  instruction: "Each request contains enable_logging=false, so that ElevenLabs does not store the data.",
  check: (probe, integration) => elevenLabsFindings(probe, speechAccountOf(integration)),
  createSynthesizer: elevenLabsSynthesizerOf,
};
