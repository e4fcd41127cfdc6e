// The voice gateway as a separate process, for a machine that handles only voice calls.

import { meterVoice, openMetrics } from "@/lib/data/metrics";
import { noPages } from "@/lib/http/pages-proxy";
import { databaseProbes } from "@/lib/http/probes";
import { makeServer } from "@/lib/http/server";
import { readTls } from "@/lib/http/tls";
import { closePool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { onShutdown } from "@/lib/platform/shutdown";
import { makeGateway, voiceFigures, workspaceVoices } from "@/lib/voice";

const gateway = makeGateway(workspaceVoices());
const metrics = openMetrics({
  port: env.METRICS_PORT,
  token: env.METRICS_TOKEN,
  meters: [meterVoice(voiceFigures)],
});
const { server, stop } = makeServer({
  routes: [],
  pages: noPages,
  parts: databaseProbes(),
  voice: gateway.upgrade,
  tls: readTls(),
  metrics: metrics.handler,
  observe: metrics.observe,
});

onShutdown(async () => {
  await gateway.stop();
  await stop();
  await metrics.stop();
  await closePool();
});
server.on("error", (error) => {
  log.fatal({ err: error }, "cannot listen on the port");
  process.exit(1);
});
server.listen({ host: env.HOST, port: env.PORT }, () => log.info({ port: env.PORT }, "gateway listening"));
