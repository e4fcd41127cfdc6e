// The voice gateway as a separate process, for a machine that handles only voice calls.

import { openMetrics, voice } from "@/lib/data/metrics";
import { noPages } from "@/lib/http/pages";
import { databaseParts } from "@/lib/http/probes";
import { makeServer } from "@/lib/http/server";
import { readTls } from "@/lib/http/tls";
import { closePool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { endWith } from "@/lib/platform/lifetime";
import { log } from "@/lib/platform/log";
import { makeGateway, voiceFigures, workspaceVoices } from "@/lib/voice";

const gateway = makeGateway(workspaceVoices());
const metrics = openMetrics({
  port: env.METRICS_PORT,
  token: env.METRICS_TOKEN,
  meters: [voice(voiceFigures)],
});
const { server, stop } = makeServer({
  routes: [],
  pages: noPages,
  parts: databaseParts(),
  voice: gateway.upgrade,
  tls: readTls(),
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
server.listen({ host: env.HOST, port: env.PORT }, () => log.info({ port: env.PORT }, "gateway listening"));
