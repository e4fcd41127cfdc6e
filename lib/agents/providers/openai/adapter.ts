import { speechAccountOf } from "../accounts";
import type { ProviderAdapter } from "../adapter";
import { openAiFindings } from "./check";
import { createOpenAiVoice } from "./synthesizer";
import { createOpenAiRealtimeTranscriber } from "./transcriber";

export const openAiAdapter: ProviderAdapter = {
  check: async (probe, integration) => ({
    findings: await openAiFindings(probe, speechAccountOf(integration)),
  }),
  createSynthesizer: (httpClient, account) => createOpenAiVoice(httpClient, account),
  createTranscriber: (httpClient, account, model) =>
    createOpenAiRealtimeTranscriber(httpClient, account, model),
};
