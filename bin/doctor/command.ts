import { withTimeout } from "@/lib/platform/with-timeout";
import type { DoctorArguments } from "./arguments";
import { CHECKS } from "./checks";
import { codeOf } from "./finding";
import type { Parts } from "./parts";
import { createPrivateValueRemover } from "./remove-private-values";
import { buildReport, formatReport } from "./report";
import { runChecks } from "./run-checks";
import { collectSupportBundle } from "./support-bundle/collect";
import { writeSupportBundle } from "./support-bundle/write";

/** Four reads of a database that may not answer, each with its own limit. */
const BUNDLE_MS = 90_000;

/**
 * Runs all checks, and writes the support bundle if its file is named. Returns the text for standard output, and the exit
 * code: 1 if a check failed or the bundle could not be written. Never rejects.
 */
export async function runDoctorCommand(
  { json, bundle }: Pick<DoctorArguments, "json" | "bundle">,
  parts: Parts,
  checks = CHECKS,
): Promise<{ text: string; exitCode: 0 | 1 }> {
  const clean = createPrivateValueRemover(parts.env, parts.mailTo === null ? [] : [parts.mailTo]);
  const results = await runChecks(checks, parts);
  const report = buildReport(results, new Date(parts.now()).toISOString(), clean);
  let note = "";
  let isWritten = true;
  if (bundle !== null) {
    try {
      const collected = await withTimeout(collectSupportBundle(parts, report), BUNDLE_MS, () => {
        throw Object.assign(new Error("Too slow."), { code: "ETIMEDOUT" });
      });
      writeSupportBundle(bundle, collected, clean);
      note = "The support bundle is written. Read it before you pass it on.";
    } catch (error) {
      isWritten = false;
      note = `The support bundle could not be written (${codeOf(error)}). Name a new file in a folder that you can write to.`;
    }
  }
  const text = json
    ? JSON.stringify(report)
    : [formatReport(report), ...(note === "" ? [] : [note])].join("\n");
  return { text, exitCode: report.result === "failed" || !isWritten ? 1 : 0 };
}
