import { modelServerOf } from "../accounts";
import type { ProviderAdapter } from "../adapter";
import { modelServerFindings } from "./check";

export const modelServerAdapter: ProviderAdapter = {
  check: async (probe, integration) => ({
    findings: await modelServerFindings(probe, modelServerOf(integration)),
  }),
};
