// Runs gates and tests, and adds up their results.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { onEndSignal } from "../bin/start/end-signals.mjs";
import { listFailures } from "./failures.mjs";

const root = join(import.meta.dirname, "..");
/**
 * Time limit of a step. A step that takes longer hangs. The longest, the browser tests, takes about 13 minutes on two
 * cores, and three times as long on a slow machine (docs/decisions/0077-test-steps-time-out-after-45-minutes.md).
 */
const STEP_TIMEOUT_MIN = 45;

const bin = (name) => join("node_modules", ".bin", process.platform === "win32" ? `${name}.cmd` : name);
export const tool = (name, ...args) => [bin(name), ...args];
export const node = (...args) => [process.execPath, ...args];

/** The steps in progress; they end with this process. */
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

/** Runs a command. A quiet one collects its output. Resolves to `{ ok, output }`. */
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
    const append = (chunk) => {
      output += chunk;
    };
    steps.add(child);
    child.stdout?.on("data", append);
    child.stderr?.on("data", append);
    const timeout = setTimeout(() => {
      const message = `${[program, ...args].join(" ")} was killed after ${STEP_TIMEOUT_MIN} minutes.\n`;
      if (quiet) append(message);
      else process.stderr.write(message);
      child.kill("SIGKILL");
    }, STEP_TIMEOUT_MIN * 60_000);
    const end = (ok) => {
      clearTimeout(timeout);
      steps.delete(child);
      done({ ok, output });
    };
    child.on("error", () => end(false));
    child.on("close", (code) => end(code === 0));
  });
}

/** Creates a total of passed and failed results, which ends with each failure once more. A gate counts as one result. */
export function createTotal() {
  const sum = { passed: 0, failed: 0 };
  const failures = [];
  return {
    sum,
    /** Runs a gate and prints its name and duration on one line. */
    async gate(name, command, options = {}) {
      const startedAt = performance.now();
      const { ok, output } = await run(command, { quiet: true, ...options });
      const isPassed = ok && (options.expect?.(output) ?? true);
      if (isPassed) sum.passed += 1;
      else {
        sum.failed += 1;
        failures.push(`✗ ${name}: its output is above`);
      }
      const durationS = ((performance.now() - startedAt) / 1000).toFixed(1);
      process.stdout.write(
        `${isPassed ? "✓" : "✗"} ${name} (${durationS} s)\n${isPassed ? "" : `${output.trim()}\n`}`,
      );
      return isPassed;
    },
    /** Runs tests that write a JSON report (Vitest's or Playwright's). A run without a report counts as one failure. */
    async tests(command, report, options = {}) {
      const { ok } = await run(command, options);
      const { passed, failed, failures: texts } = readReport(report);
      sum.passed += passed;
      // A run can fail without a failing test: an unhandled error, a leak, a broken setup.
      sum.failed += ok ? failed : Math.max(failed, 1);
      failures.push(...texts);
      if (!ok && texts.length === 0)
        failures.push(`✗ ${command.join(" ")}: failed without a failing test, its output is above`);
      return ok;
    },
    close() {
      if (failures.length > 0) process.stdout.write(`\n${failures.join("\n")}\n`);
      process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed\n`);
      process.exitCode = sum.failed === 0 ? 0 : 1;
    },
  };
}

function readReport(file) {
  try {
    const report = JSON.parse(readFileSync(file, "utf8"));
    const failures = listFailures(report, root);
    if (report.stats)
      return {
        passed: report.stats.expected,
        failed: report.stats.unexpected + report.stats.flaky,
        failures,
      };
    return { passed: report.numPassedTests, failed: report.numFailedTests, failures };
  } catch {
    return { passed: 0, failed: 0, failures: [] };
  }
}
