export { findTrunkProblems } from "./find-trunk-problems";
export { readOutboundRoutes } from "./read-outbound-routes";
export { findOutboundRoute, readTrunkOrder } from "./read-trunk-order";
export { selectOutboundRoute } from "./select-outbound-route";
export { setOutboundRoutes } from "./set-outbound-routes";
