export { agentUtterances, simulateCallerTurn } from "./caller-turn";
export { simulator, simulatorRef } from "./carrier";
export { nextAct } from "./next-act";
export { type PersonaKey, personaOf } from "./personas";
export { draw } from "./seeded-random";
export { simulateCall } from "./simulate-call";
export type { Caller } from "./values";
