import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "./fixtures/free-port";

const START_TIMEOUT_MS = 20_000;
const RETRY_MS = 50;
/** Fewer connections to a database than a process asks for, so that transactions share them. */
const POOL_SIZE = 3;
/** Connections to the databases of ended test files are closed soon, as PostgreSQL allows 100 in all. */
const IDLE_S = 2;
/** Names that PgBouncer 1.21 and later keep for a client; earlier versions refuse the setting. */
const NAMED = "max_prepared_statements = 200";

type Pooler = { url: URL; stop(): Promise<void> };

const settings = (port: number, target: URL, folder: string, hasNames: boolean): string => `
[databases]
* = host=${target.hostname} port=${target.port} user=${target.username} password=${target.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
max_client_conn = 2000
server_idle_timeout = ${IDLE_S}
logfile = ${join(folder, "pgbouncer.log")}
${hasNames ? NAMED : ""}
`;

async function waitUntilAnswering(url: URL, exited: Promise<never>): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url.href });
    try {
      await Promise.race([client.connect(), exited]);
      return await client.end();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await Promise.race([new Promise((resolve) => setTimeout(resolve, RETRY_MS)), exited]);
    }
  }
}

/**
 * Starts PgBouncer in transaction mode before a server. `program`: its executable, of Debian's package `pgbouncer`.
 * `target`: a database and a user of the server. `hasNames`: it keeps named statements.
 */
export async function startPooler(program: string, target: URL, hasNames: boolean): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), "parley-pooler-"));
  // PgBouncer does not run as root.
  chmodSync(folder, 0o777);
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(file, settings(port, target, folder, hasNames), { mode: 0o644 });
  const user = process.getuid?.() === 0 ? ["--user=nobody"] : [];
  const child: ChildProcess = spawn(program, ["--quiet", ...user, file], { stdio: "inherit" });
  const exited = new Promise<never>((_, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`PgBouncer has ended with ${code}.`)));
  });
  exited.catch(() => undefined);
  const stop = async () => {
    const ended = once(child, "exit");
    if (child.exitCode === null && child.signalCode === null && child.kill("SIGKILL")) await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = new URL(target);
  url.host = `127.0.0.1:${port}`;
  try {
    await waitUntilAnswering(url, exited);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}
