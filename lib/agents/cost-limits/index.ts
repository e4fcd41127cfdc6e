export { sweepCostLimits } from "./notify";
export { readCostLimits } from "./read";
export { countAffordableCalls, raiseCallCost, requireCallCost } from "./reserve";
export { setCostLimits } from "./set";
