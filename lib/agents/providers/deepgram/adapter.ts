import { speechAccountOf } from "../accounts";
import type { ProviderAdapter } from "../adapter";
import { deepgramFindings } from "./check";
import { createDeepgramTranscriber } from "./transcriber";

export const deepgramAdapter: ProviderAdapter = {
  check: (probe, integration) => deepgramFindings(probe, speechAccountOf(integration)),
  createTranscriber: (httpClient, { key, baseUrl }, model) =>
    createDeepgramTranscriber(httpClient, { key: key ?? "", model, baseUrl }),
};
