// Exits with 0 if an address answers with a status below 400, else with 1:
//   node deploy/healthcheck.mjs http://127.0.0.1:3000/healthz
/** Shorter than the health check's own time limit. */
const TIMEOUT_MS = 4_000;

const [address = ""] = process.argv.slice(2);
try {
  const { status } = await fetch(address, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
  process.exitCode = status < 400 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
