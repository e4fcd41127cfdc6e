import type { CarrierFor } from "@/lib/outreach/dialing";
import { simulator } from "@/lib/outreach/offline/simulator";
import { twilio } from "./twilio/carrier";

/** The carrier of an environment. The test environment never reaches a telephone. */
export const carrierFor: CarrierFor = (environment) => (environment === "test" ? simulator : twilio);
