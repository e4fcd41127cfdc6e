import { format } from "node:util";
import { afterAll, afterEach, expect } from "vitest";

// An unread warning hides a defect, so unexpected console output fails a test.
// A test that does expect some replaces the method with `vi.spyOn(console, "error").mockImplementation(() => {})`.
const messages: string[] = [];
const sink = globalThis.console;
for (const level of ["error", "warn"] as const) {
  sink[level] = (...words: unknown[]) => {
    messages.push(`console.${level}: ${format(...words)}`);
  };
}

/** Node's own remarks on the runtime, not on the product. */
const ABOUT_THE_RUNTIME = new Set(["ExperimentalWarning", "DeprecationWarning"]);
const onWarning = (warning: Error) => {
  if (!ABOUT_THE_RUNTIME.has(warning.name)) messages.push(`${warning.name}: ${warning.message}`);
};
process.on("warning", onWarning);

/** The output is the message, as reports shorten the values that they compare. */
const expectSilence = () => {
  const output = messages.splice(0).join("\n");
  expect(output, `unexpected output on the console: ${output}`).toBe("");
};
afterEach(expectSilence);
afterAll(() => {
  process.off("warning", onWarning);
  expectSilence();
});
