// Runs the database tests with the product's statements going through PgBouncer in transaction mode.
//   npm run test:pooler [-- --named] [<files>]
// Needs Debian's package `pgbouncer`, or PGBOUNCER=<program>. --named: PgBouncer 1.21 or later keeps named statements.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const USUAL = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"];
const ROOT = join(import.meta.dirname, "..");
const args = process.argv.slice(2);
const hasNames = args.includes("--named");
const files = args.filter((arg) => arg !== "--named");

const program = process.env.PGBOUNCER ?? USUAL.find((path) => existsSync(path));
if (program === undefined) {
  process.stderr.write(
    "PgBouncer was not found. Install it (apt-get install pgbouncer), or set PGBOUNCER to its program.\n",
  );
  process.exit(2);
}
const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
process.stdout.write(`${(stdout ?? "").split("\n")[0]}, ${hasNames ? "named" : "unnamed"} statements\n`);
const { status } = spawnSync(
  join(ROOT, "node_modules", ".bin", "vitest"),
  ["run", "--project", "db", ...files],
  {
    cwd: ROOT,
    stdio: "inherit",
    env: {
      ...process.env,
      TEST_POOLER: program,
      TEST_POOLER_NAMED: hasNames ? "1" : "0",
    },
  },
);
process.exit(status ?? 1);
