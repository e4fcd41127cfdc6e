// The process that listens on the port: it serves /v1 and voice calls, and forwards all other requests to the pages.

import { meterInstallation, meterVoice, openMetrics } from "@/lib/data/metrics";
import { createMcpRoute } from "@/lib/http/mcp/mcp-route";
import { MCP_PATH } from "@/lib/http/mcp/path";
import { pagesProxy } from "@/lib/http/pages-proxy";
import { arePagesUp, isDatabaseUp } from "@/lib/http/probes";
import { routes } from "@/lib/http/routes.gen";
import { makeServer } from "@/lib/http/server";
import { watchTls } from "@/lib/http/watch-tls";
import { adoptSecrets } from "@/lib/platform/crypto";
import { closePool } from "@/lib/platform/db";
import { isSchemaFit } from "@/lib/platform/db/schema-fit";
import { env, metricsAccess } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { onShutdown } from "@/lib/platform/shutdown";
import { startTracing } from "@/lib/platform/telemetry/start-tracing";
import { makeGateway, voiceFigures, workspaceVoices } from "@/lib/voice";
import { requireSchemaFit, watchSchemaFit } from "./schema/require-schema-fit";
import { requireSecrets } from "./secrets/require-secrets";
import { requireTls } from "./secrets/require-tls";

await requireSchemaFit();
await requireSecrets(adoptSecrets);
const stopTracing = await startTracing("server");

/** Default port of the pages; the same rule as in bin/start. */
const pagesPort = env.PAGES_PORT ?? env.PORT + 1;

const tls = requireTls();
const gateway = makeGateway(workspaceVoices(), { certificate: tls });
const metrics = openMetrics({
  ...metricsAccess("server"),
  meters: [meterVoice(voiceFigures), meterInstallation()],
});
const { server, setTls, stop } = makeServer({
  routes: [...routes, [MCP_PATH, { POST: createMcpRoute(routes) }]],
  voice: gateway.upgrade,
  tls,
  pages: pagesProxy(pagesPort, env.TRUST_PROXY),
  parts: {
    database: isDatabaseUp,
    schema: isSchemaFit,
    pages: arePagesUp(pagesPort),
    calls: async () => gateway.isAccepting(),
  },
  metrics: metrics.handler,
  observe: metrics.observe,
});

const stopWatchingTls = watchTls(tls, (next) => {
  setTls(next);
  gateway.setCertificate(next);
});
onShutdown(
  async () => {
    stopWatchingTls();
    await gateway.stop();
    await stop();
    await Promise.all([metrics.stop(), stopTracing()]);
    await closePool();
  },
  // Without a second machine, a drained server would only refuse calls for longer: it drains if it is told to.
  () => gateway.drain((env.DRAIN_SECONDS ?? 0) * 1_000),
);
watchSchemaFit();
server.on("error", (error) => {
  log.fatal({ err: error }, "cannot listen on the port");
  process.exit(1);
});
server.listen({ host: env.HOST, port: env.PORT }, () => {
  log.info({ port: env.PORT }, "server listening");
  void gateway.announce();
});
