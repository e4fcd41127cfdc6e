export { simulator } from "./carrier";
export { simulateCall } from "./simulate-call";
