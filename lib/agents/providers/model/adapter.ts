import { modelServerOf } from "../accounts";
import type { ProviderAdapter } from "../adapter";
import { modelServerFindings } from "./check";

export const modelServerAdapter: ProviderAdapter = {
  instruction: "Each request contains store: false, so that the server does not store the conversation.",
  check: async (probe, integration) => ({
    findings: await modelServerFindings(probe, modelServerOf(integration)),
  }),
};
