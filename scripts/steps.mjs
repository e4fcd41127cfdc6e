// Runs a project's gates and tests one after another and adds up what passed.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { onEndSignal } from "../bin/start/end-signals.mjs";

const root = join(import.meta.dirname, "..");
/**
 * A step that has not ended by then hangs on something that its own limits did not catch. The longest, the browser tests,
 * take about 13 minutes on two cores (docs/decisions/0019-a-step-ends-within-twenty-minutes.md).
 */
const STEP_TIMEOUT_MIN = 20;

const bin = (name) => join("node_modules", ".bin", process.platform === "win32" ? `${name}.cmd` : name);
export const tool = (name, ...args) => [bin(name), ...args];
export const node = (...args) => [process.execPath, ...args];

/** The steps in progress, which end with this process. */
const steps = new Set();
const endSteps = (signal) => {
  for (const step of steps) step.kill(signal);
};
let isEnding = false;
onEndSignal(
  () => {
    isEnding = true;
    endSteps("SIGTERM");
  },
  () => {
    endSteps("SIGKILL");
    process.exit(1);
  },
);

/** Runs a command. Quiet ones show their output only when they fail. Answers whether it ended well, and its output. */
export function run([program, ...args], { quiet = false, env = {} } = {}) {
  return new Promise((done) => {
    if (isEnding) return done({ ok: false, output: "Stopped." });
    let output = "";
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", quiet ? "pipe" : "inherit", quiet ? "pipe" : "inherit"],
      shell: program.endsWith(".cmd"),
    });
    const keep = (chunk) => {
      output += chunk;
    };
    steps.add(child);
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    const late = setTimeout(() => {
      const said = `${[program, ...args].join(" ")} was stopped: it had not ended after ${STEP_TIMEOUT_MIN} minutes.\n`;
      if (quiet) keep(said);
      else process.stderr.write(said);
      child.kill("SIGKILL");
    }, STEP_TIMEOUT_MIN * 60_000);
    const end = (ok) => {
      clearTimeout(late);
      steps.delete(child);
      done({ ok, output });
    };
    child.on("error", () => end(false));
    child.on("close", (code) => end(code === 0));
  });
}

/** Adds up results; a gate counts as one. */
export function tally() {
  const sum = { passed: 0, failed: 0 };
  return {
    sum,
    /** Runs a gate with its name and duration on one line. */
    async gate(name, command, options = {}) {
      const began = performance.now();
      const { ok, output } = await run(command, { quiet: true, ...options });
      const good = ok && (options.expect?.(output) ?? true);
      if (good) sum.passed += 1;
      else sum.failed += 1;
      const took = ((performance.now() - began) / 1000).toFixed(1);
      process.stdout.write(`${good ? "✓" : "✗"} ${name} (${took} s)\n${good ? "" : `${output.trim()}\n`}`);
      return good;
    },
    /** Runs tests that write a report in Vitest's or Playwright's JSON; a run without a report is one failure. */
    async tests(command, report, options = {}) {
      const { ok } = await run(command, options);
      const { passed, failed } = readReport(report);
      sum.passed += passed;
      // A run may fail without a failing test: an unhandled error, a leak, a broken set-up.
      sum.failed += ok ? failed : Math.max(failed, 1);
      return ok;
    },
    close() {
      process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed\n`);
      process.exitCode = sum.failed === 0 ? 0 : 1;
    },
  };
}

function readReport(file) {
  try {
    const report = JSON.parse(readFileSync(file, "utf8"));
    if (report.stats)
      return { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky };
    return { passed: report.numPassedTests, failed: report.numFailedTests };
  } catch {
    return { passed: 0, failed: 0 };
  }
}
