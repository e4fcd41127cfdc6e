import { cardVariables } from "@/lib/agents/agents/test/card-variables";
import { optOutLookalikes, optOutRequests } from "@/lib/calls/conversation/testing/wish-generators";
import { masking } from "@/lib/masking/test/adversary";
import { sipMessages } from "../sip/fuzz/adversary";
import type { Generator } from "./generator";

/** Every generator of hostile input. Add yours here; the unit tests and `npm run adversary` then run it. */
export const generators: readonly Generator[] = [
  ...masking,
  cardVariables,
  optOutLookalikes,
  optOutRequests,
  ...sipMessages,
];
