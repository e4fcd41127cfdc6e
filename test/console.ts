import { format } from "node:util";
import { afterAll, afterEach, expect } from "vitest";

// A warning that nobody reads is a defect that nobody sees: what a test did not expect on the console fails it.
// A test that does expect some replaces the method with `vi.spyOn(console, "error").mockImplementation(() => {})`.
const said: string[] = [];
const sink = globalThis.console;
for (const level of ["error", "warn"] as const) {
  sink[level] = (...words: unknown[]) => {
    said.push(`console.${level}: ${format(...words)}`);
  };
}

/** Node's own remarks on the runtime, not on the product. */
const ABOUT_THE_RUNTIME = new Set(["ExperimentalWarning", "DeprecationWarning"]);
process.on("warning", (warning) => {
  if (!ABOUT_THE_RUNTIME.has(warning.name)) said.push(`${warning.name}: ${warning.message}`);
});

const expectSilence = () => expect(said.splice(0), "unexpected output on the console").toEqual([]);
afterEach(expectSilence);
afterAll(expectSilence);
