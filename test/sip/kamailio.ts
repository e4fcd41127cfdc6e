import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createCertificate } from "./certificate";
import { isListening, startProgram } from "./programs";
import { findPort, type ScenarioRun, waitUntil } from "./scenario";

export type Kamailio = { tlsPort: number; tcpPort: number; certificate: string; output: () => string };

type Options = {
  algorithm: "MD5" | "SHA-256";
  /** Where numbers that begin with + are sent. */
  gatewayPort: number;
  /** Servers of single numbers, such as telephones; the other numbers go to `gatewayPort`. */
  routes?: Readonly<Record<string, { port: number; transport: "tls" | "tcp" }>>;
  /** Seconds until Kamailio closes an idle connection. */
  idleS: number;
};

/** A registrar and proxy over TLS and TCP with the account parley:secret, whose calls need digest. */
function buildConfiguration(
  { algorithm, gatewayPort, routes = {}, idleS }: Options,
  { tlsPort, tcpPort, paths }: { tlsPort: number; tcpPort: number; paths: readonly [string, string] },
): string {
  const numberRoutes = Object.entries(routes).map(
    ([number, { port, transport }]) =>
      `if ($rU == "${number}") { $du = "sip:127.0.0.1:${port};transport=${transport}"; }`,
  );
  return `#!KAMAILIO
debug=1
log_stderror=yes
fork=yes
children=1
tcp_children=2
enable_tls=yes
tcp_connection_lifetime=${idleS}
tcp_accept_no_cl=no
auto_aliases=no
alias="localhost"
listen=tls:127.0.0.1:${tlsPort}
listen=tcp:127.0.0.1:${tcpPort}
loadmodule "tls.so"
loadmodule "sl.so"
loadmodule "tm.so"
loadmodule "rr.so"
loadmodule "pv.so"
loadmodule "maxfwd.so"
loadmodule "textops.so"
loadmodule "siputils.so"
loadmodule "usrloc.so"
loadmodule "registrar.so"
loadmodule "auth.so"
modparam("tls", "certificate", "${paths[0]}")
modparam("tls", "private_key", "${paths[1]}")
modparam("tls", "tls_method", "TLSv1.2+")
modparam("auth", "algorithm", "${algorithm === "MD5" ? "" : algorithm}")
modparam("auth", "qop", "auth")
modparam("registrar", "min_expires", 2)
request_route {
  if (!mf_process_maxfwd_header("10")) { sl_send_reply("483", "Too Many Hops"); exit; }
  if (has_totag()) {
    if (loose_route()) { t_relay(); exit; }
    if (is_method("ACK")) { t_relay(); exit; }
    sl_send_reply("404", "Not here"); exit;
  }
  if (is_method("CANCEL")) { if (t_check_trans()) t_relay(); exit; }
  if (is_method("OPTIONS")) { sl_send_reply("200", "OK"); exit; }
  if (is_method("REGISTER")) {
    if (!pv_www_authenticate("carrier", "secret", "0")) { www_challenge("carrier", "1"); exit; }
    save("location"); exit;
  }
  if (is_method("INVITE")) record_route();
  if ($rU == "parley") {
    if (!lookup("location")) { sl_send_reply("404", "Not registered"); exit; }
    t_relay(); exit;
  }
  if (!pv_proxy_authenticate("carrier", "secret", "0")) { proxy_challenge("carrier", "1"); exit; }
  consume_credentials();
  $du = "sip:127.0.0.1:${gatewayPort};transport=tcp";
  ${numberRoutes.join("\n  ")}
  t_relay();
}
`;
}

/** Starts Kamailio. */
export async function startKamailio(run: ScenarioRun, options: Options): Promise<Kamailio> {
  const [tlsPort, tcpPort] = [await findPort(), await findPort()];
  const { certificate, paths } = createCertificate(run);
  const file = join(run.folder, "kamailio.cfg");
  writeFileSync(file, buildConfiguration(options, { tlsPort, tcpPort, paths }));
  const args = ["-f", file, "-DD", "-E", "-m", "64", "-M", "8", "-Y", run.folder, "-w", run.folder];
  const { child, output } = startProgram(run, "/usr/sbin/kamailio", args);
  await waitUntil(
    () => (isListening(tlsPort) && isListening(tcpPort)) || child.exitCode !== null,
    "Kamailio",
  );
  if (child.exitCode !== null) throw new Error(`Kamailio ended:\n${output()}`);
  return { tlsPort, tcpPort, certificate, output };
}
