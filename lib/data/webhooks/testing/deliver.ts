// A worker that sends the due deliveries of one endpoint, for tests that kill it: workspace, endpoint, host.
import { systemCtx } from "@/lib/platform/context/make";
import { createHttpClient } from "@/lib/platform/egress";
import { deliverTo } from "..";

const [workspaceId = "", endpointId = "", host = ""] = process.argv.slice(2);
await deliverTo(
  systemCtx(workspaceId, "webhook.deliver"),
  endpointId,
  createHttpClient({ allowedHosts: [host] }),
);
