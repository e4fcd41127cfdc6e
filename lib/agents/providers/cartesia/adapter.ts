import { speechAccountOf } from "../accounts";
import type { ProviderAdapter } from "../adapter";
import { cartesiaFindings } from "./check";
import { createCartesiaSynthesizer } from "./synthesizer";
import { createCartesiaTranscriber } from "./transcriber";

export const cartesiaAdapter: ProviderAdapter = {
  check: async (probe, integration) => ({
    findings: await cartesiaFindings(probe, speechAccountOf(integration)),
  }),
  createSynthesizer: (httpClient, account) => createCartesiaSynthesizer(httpClient, account),
  createTranscriber: (httpClient, account, model) => createCartesiaTranscriber(httpClient, account, model),
};
