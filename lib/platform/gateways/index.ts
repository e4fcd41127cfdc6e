export { callsWithoutGateway } from "./calls-without-gateway";
export { GATEWAY_STALE_MS } from "./freshness";
export { hasGateway } from "./has-gateway";
export { hasSeveralGateways } from "./has-several-gateways";
export { hasSipGateway } from "./has-sip-gateway";
export { type GatewayReports, startGatewayReports } from "./report-gateway";
export { areGatewaysFull, releaseGatewayCall, reserveGatewayCall } from "./reserve-gateway-call";
