export { createWebhook } from "./create";
export { deleteWebhook } from "./delete";
export { deliverTo } from "./deliver";
export { listDeliveries, listWebhooks, readDelivery, readWebhook } from "./read";
export { replayDelivery, replayRange, testWebhook } from "./replay";
export { rotateWebhook } from "./rotate";
export { abandonEndpoints, serveEndpoint, serveEvents } from "./serve";
export { sweepWebhooks } from "./sweep";
export { updateWebhook } from "./update";
