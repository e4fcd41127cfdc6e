import { speechAccountOf } from "../accounts";
import type { ProviderAdapter } from "../adapter";
import { checkSpeechServer } from "./check";
import { createServerRealtimeTranscriber } from "./realtime-transcriber";
import { createOpenAiSynthesizer } from "./synthesizer";
import { createOpenAiTranscriber } from "./transcriber";

export const speechServerAdapter: ProviderAdapter = {
  check: (probe, integration) => checkSpeechServer(probe, speechAccountOf(integration)),
  createSynthesizer: (httpClient, account) =>
    createOpenAiSynthesizer(httpClient, account, account.voiceModel),
  createTranscriber: (httpClient, account, model) =>
    account.settings.streaming === true
      ? createServerRealtimeTranscriber(httpClient, account, model)
      : createOpenAiTranscriber(httpClient, account, model),
};
