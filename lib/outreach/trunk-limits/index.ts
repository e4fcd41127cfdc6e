export { checkLimits, type LimitCheck, type LimitedCall } from "./check-limits";
export { endAndCount } from "./end-and-count";
export type { ReachedLimit } from "./reached-limit";
export { findTrunkLimit, readTrunkLimits } from "./read-limits";
export { liftTrunkLimits, setTrunkLimits } from "./write-limits";
