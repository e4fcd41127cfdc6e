import { connect as connectTcp, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { connect as connectTls, createServer as createTlsServer } from "node:tls";
import { createCertificate } from "./certificate";
import type { ScenarioRun } from "./scenario";

/** Joins two sockets until one of them closes. */
function join(near: Socket, far: Socket): void {
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    from.on("error", () => undefined);
    from.on("close", () => to.destroySoon());
    from.pipe(to);
  }
}

async function listen(run: ScenarioRun, server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  run.defer(() => server.close());
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

/** A TCP port whose connections continue over TLS to a port. Debian's SIPp has no TLS. */
export function openTunnelToTls(run: ScenarioRun, tlsPort: number): Promise<number> {
  const { certificate: ca } = createCertificate(run);
  return listen(
    run,
    createTcpServer((socket) => join(socket, connectTls({ host: "127.0.0.1", port: tlsPort, ca }))),
  );
}

/** A TLS port whose connections continue over TCP to a port. */
export function openTunnelFromTls(run: ScenarioRun, tcpPort: number): Promise<number> {
  const { certificate: cert, key } = createCertificate(run);
  return listen(
    run,
    createTlsServer({ cert, key }, (socket) => join(socket, connectTcp(tcpPort, "127.0.0.1"))),
  );
}
