import type { SkippedProvider } from "./accounts";
import type { Trial } from "./try-provider";

/** A transcriber that misses more has not understood the sentence. */
const MIN_RIGHT_SHARE = 0.7;

const HEAD = ["provider", "check", "voice", "first audio", "transcriber", "words after", "words right"];
const ms = (duration: number): string => `${Math.round(duration)} ms`;

/** Whether a provider failed in any part. */
export function hasFailed({ failedChecks, voice, transcriber }: Trial): boolean {
  if (failedChecks.length > 0) return true;
  if (voice !== null && "failure" in voice) return true;
  if (transcriber === null) return false;
  return "failure" in transcriber || transcriber.rightWords < transcriber.words * MIN_RIGHT_SHARE;
}

function rowOf(provider: Trial | SkippedProvider): string[] {
  if ("reason" in provider) return [provider.label, provider.reason, "", "", "", "", ""];
  const { label, failedChecks, voice, transcriber } = provider;
  const check = failedChecks.length === 0 ? "passed" : failedChecks.join(", ");
  const voiceCells =
    voice === null ? ["–", ""] : [voice.name, "failure" in voice ? voice.failure : ms(voice.firstAudioMs)];
  if (transcriber === null) return [label, check, ...voiceCells, "–", "", ""];
  const wordCells =
    "failure" in transcriber
      ? [transcriber.failure, ""]
      : [ms(transcriber.wordsMs), `${transcriber.rightWords} of ${transcriber.words}`];
  return [label, check, ...voiceCells, transcriber.name, ...wordCells];
}

/** Formats the results as a table with aligned columns. */
export function formatReport(providers: readonly (Trial | SkippedProvider)[]): string {
  const rows = [HEAD, ...providers.map(rowOf)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
