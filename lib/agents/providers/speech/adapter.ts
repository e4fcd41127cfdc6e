import { speechAccountOf } from "../accounts";
import type { ProviderAdapter } from "../adapter";
import { speechServerFindings } from "./check";
import { createOpenAiSynthesizer } from "./synthesizer";
import { createOpenAiTranscriber } from "./transcriber";

export const speechServerAdapter: ProviderAdapter = {
  check: async (probe, integration) => ({
    findings: await speechServerFindings(probe, speechAccountOf(integration)),
  }),
  createSynthesizer: (httpClient, account) =>
    createOpenAiSynthesizer(httpClient, account, account.voiceModel),
  createTranscriber: (httpClient, account, model) => createOpenAiTranscriber(httpClient, account, model),
};
