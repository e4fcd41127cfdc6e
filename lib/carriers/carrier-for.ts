import type { CarrierFor } from "@/lib/dialing";
import { none } from "./none/carrier";
import { simulator } from "./simulator/carrier";

/** The carrier of an environment: what is a test never reaches a telephone. */
export const carrierFor: CarrierFor = (environment) => (environment === "test" ? simulator : none);
