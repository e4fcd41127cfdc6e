import { meterVoice, openMetrics } from "@/lib/data/metrics";
import { noPages } from "@/lib/http/pages-proxy";
import { isDatabaseUp } from "@/lib/http/probes";
import { makeServer } from "@/lib/http/server";
import { watchTls } from "@/lib/http/watch-tls";
import { closePool } from "@/lib/platform/db";
import { isSchemaFit } from "@/lib/platform/db/schema-fit";
import { env, metricsAccess } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { onShutdown } from "@/lib/platform/shutdown";
import { startTracing } from "@/lib/platform/telemetry/start-tracing";
import { makeGateway, type Voices, voiceFigures } from "@/lib/voice";
import { requireTls } from "../secrets/require-tls";

/** Ten minutes: longer than most calls, and what orchestrators allow for. bin/start/roles.mjs has the same default. */
const DEFAULT_DRAIN_S = 600;

/** Runs a voice gateway on a port until this process is told to end. Resolves with its port. */
export async function serveGateway(
  voices: Voices,
  { host = env.HOST, port = env.PORT } = {},
): Promise<number> {
  const stopTracing = await startTracing("gateway");
  const tls = requireTls();
  const gateway = makeGateway(voices, { certificate: tls });
  const metrics = openMetrics({
    ...metricsAccess("gateway"),
    meters: [meterVoice(voiceFigures)],
  });
  const { server, setTls, stop } = makeServer({
    routes: [],
    pages: noPages,
    parts: { database: isDatabaseUp, schema: isSchemaFit, calls: async () => gateway.isAccepting() },
    voice: gateway.upgrade,
    tls,
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
    () => gateway.drain((env.DRAIN_SECONDS ?? DEFAULT_DRAIN_S) * 1_000),
  );
  server.on("error", (error) => {
    log.fatal({ err: error }, "cannot listen on the port");
    process.exit(1);
  });
  return new Promise((resolve) => {
    server.listen({ host, port }, () => {
      void gateway.announce({ isSeparate: true });
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}
