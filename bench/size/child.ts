import { fork } from "node:child_process";
import { join } from "node:path";
import type { SizeFindings } from "./report";

/** Measures one size in a separate process, as the product's modules read their environment once. */
export function runSize(calls: number, keep: boolean): Promise<SizeFindings> {
  const args = ["--calls", String(calls), ...(keep ? ["--keep"] : [])];
  const child = fork(join(import.meta.dirname, "..", "size.ts"), args, {
    execArgv: process.execArgv,
    stdio: "inherit",
  });
  return new Promise((resolve, reject) => {
    let findings: SizeFindings | undefined;
    child.once("message", (message) => {
      findings = message as SizeFindings;
    });
    child.once("exit", (code) => {
      if (findings !== undefined && code === 0) resolve(findings);
      else reject(new Error(`Measuring ${calls} calls ended with ${code}.`));
    });
  });
}
