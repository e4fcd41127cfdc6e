import { speechAccountOf } from "../accounts";
import type { ProviderAdapter } from "../adapter";
import { deepgramFindings } from "./check";
import { createDeepgramTranscriber } from "./transcriber";

export const deepgramAdapter: ProviderAdapter = {
  instruction:
    "Each request contains mip_opt_out=true, so that Deepgram does not store the data or train models with it.",
  check: (probe, integration) => deepgramFindings(probe, speechAccountOf(integration)),
  createTranscriber: (httpClient, { key, baseUrl }, model) =>
    createDeepgramTranscriber(httpClient, { key: key ?? "", model, baseUrl }),
};
