// The voice gateway by itself, for a machine that does nothing else.
import { closePool } from "@/lib/db";
import { env } from "@/lib/env";
import { noPages } from "@/lib/http/pages";
import { databaseParts } from "@/lib/http/probes";
import { makeServer } from "@/lib/http/server";
import { readTls } from "@/lib/http/tls";
import { endWith } from "@/lib/lifetime";
import { log } from "@/lib/log";
import { makeGateway, workspaceVoices } from "@/lib/voice";

const gateway = makeGateway(workspaceVoices());
const { server, stop } = makeServer({
  routes: [],
  pages: noPages,
  parts: databaseParts(),
  voice: gateway.upgrade,
  tls: readTls(),
});

endWith(async () => {
  await gateway.stop();
  await stop();
  await closePool();
});
server.on("error", (error) => {
  log.fatal({ err: error }, "the port cannot be listened on");
  process.exit(1);
});
server.listen({ host: env.HOST, port: env.PORT }, () => log.info({ port: env.PORT }, "the gateway listens"));
