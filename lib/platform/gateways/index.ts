export { callsWithoutGateway } from "./calls-without-gateway";
export { type GatewayReports, startGatewayReports } from "./report-gateway";
export { areGatewaysFull, reserveGatewayCall } from "./reserve-gateway-call";
