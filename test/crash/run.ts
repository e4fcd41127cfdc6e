// A campaign while its workers are killed, its database is restarted and its window closes:
//   tsx test/crash/run.ts [contacts] [--sip]
// With `--sip`, the calls are placed over SIP, and gateways are killed beside the workers (test/crash/sip).
// Prints what happened, and ends with 1 where a promise was broken.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle } from "../../scripts/build.mjs";
import { startDatabase } from "../../scripts/database.mjs";
import { writeOffset } from "./clock";
import { ROOT } from "./processes";

const args = process.argv.slice(2);
const isSip = args.includes("--sip");
/** The last number counts, as `npm run test:crash` has one. */
const contacts = Number(args.filter((arg) => arg !== "--sip").at(-1) ?? 100);
const folder = mkdtempSync(join(tmpdir(), "parley-crash-"));
const at = (name: string) => join(folder, name);
mkdirSync(at("data"));
writeOffset(at("clock"), 0);

// Committed data survives a crash of the server, as in production. A crash of the machine is not simulated.
const settings = { fsync: "off", full_page_writes: "off" };
const open = () => startDatabase({ dir: at("pg"), logFile: at("pg.log"), settings });
const database = await open();
// A run that is called off leaves no server behind.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void database.stop().finally(() => process.exit(1)));
const adminUrl = database.superuserUrl;
const env = {
  DATABASE_URL: database.url,
  DATABASE_DIRECT_URL: "",
  DATA_DIR: at("data"),
  LOG_LEVEL: process.env.LOG_LEVEL ?? "error",
  ...(isSip && { TOOL_ALLOWED_HOSTS: "127.0.0.1:1024-65535" }),
};
const FILES = isSip
  ? {
      "crash-sip-worker": "test/crash/sip/worker.ts",
      "crash-sip-gateway": "test/crash/sip/gateway.ts",
      "crash-sip-peer": "test/crash/sip/peer.ts",
    }
  : { "crash-worker": "test/crash/worker.ts", "crash-carrier": "test/crash/carrier.ts" };
// `lib/platform/env.ts` reads them at its import.
Object.assign(process.env, env);
try {
  // A worker lives for some seconds alone, of which its start is to be a small part.
  await bundle(FILES, { packages: true });
  const { migrate } = await import("@/lib/platform/db/migrate");
  await migrate(database.url, join(ROOT, "prisma", "migrations"));
  const { claimSecrets } = await import("@/lib/platform/crypto");
  await claimSecrets();
  const plan = { contacts, log: at("carrier.log"), errors: at("errors.log"), env };
  const { text, isKept } = isSip
    ? await (await import("./sip/conduct")).conductSip(plan)
    : await (await import("./conduct")).conduct({
        ...plan,
        adminUrl,
        clock: at("clock"),
        async restart() {
          await database.stop();
          await open();
        },
      });
  process.stdout.write(text);
  process.exitCode = isKept ? 0 : 1;
} finally {
  await database.stop();
  if (process.exitCode === 0) rmSync(folder, { recursive: true, force: true });
  else process.stdout.write(`The logs are in ${folder}\n`);
}
