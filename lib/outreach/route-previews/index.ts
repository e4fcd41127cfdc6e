export { previewInboundRoute } from "./preview-inbound-route";
export { previewOutboundRoute } from "./preview-outbound-route";
