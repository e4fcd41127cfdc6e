import type { CarrierFor } from "@/lib/outreach/dialing";
import { simulator } from "@/lib/outreach/offline/simulator";
import { telephone } from "./telephone";
import { twilio } from "./twilio/carrier";

/** The carrier of an environment. The test environment never reaches a telephone. */
export const carrierFor: CarrierFor = (environment, channel = "call") => {
  if (environment === "test") return simulator;
  return channel === "text" ? twilio : telephone;
};
