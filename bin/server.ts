// The process that listens on the port: it serves /v1 and voice calls, and forwards all other requests to the pages.

import { installation, openMetrics, voice } from "@/lib/data/metrics";
import { pagesProxy } from "@/lib/http/pages";
import { databaseParts, pagesAnswer } from "@/lib/http/probes";
import { routes } from "@/lib/http/routes.gen";
import { makeServer } from "@/lib/http/server";
import { readTls } from "@/lib/http/tls";
import { closePool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { endWith } from "@/lib/platform/lifetime";
import { log } from "@/lib/platform/log";
import { makeGateway, voiceFigures, workspaceVoices } from "@/lib/voice";

/** Default port of the pages; the same rule as in bin/start. */
const pagesPort = env.PAGES_PORT ?? env.PORT + 1;

const gateway = makeGateway(workspaceVoices());
const metrics = openMetrics({
  port: env.METRICS_PORT,
  token: env.METRICS_TOKEN,
  meters: [voice(voiceFigures), installation()],
});
const { server, stop } = makeServer({
  routes,
  voice: gateway.upgrade,
  tls: readTls(),
  pages: pagesProxy(pagesPort, env.TRUST_PROXY),
  parts: { ...databaseParts(), pages: pagesAnswer(pagesPort) },
  metrics: metrics.door,
  observe: metrics.observe,
});

endWith(async () => {
  await gateway.stop();
  await stop();
  await metrics.stop();
  await closePool();
});
server.on("error", (error) => {
  log.fatal({ err: error }, "cannot listen on the port");
  process.exit(1);
});
server.listen({ host: env.HOST, port: env.PORT }, () => log.info({ port: env.PORT }, "server listening"));
