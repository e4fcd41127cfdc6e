export { readInboundRoutes } from "./read-inbound-routes";
export type { InboundRoute } from "./schema";
export { parseInboundRoutes, selectInboundRoute } from "./select-inbound-route";
export { setInboundRoutes } from "./set-inbound-routes";
export { calledNumberOf } from "./values";
