import type { Ctx } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";
import { readResults, readRun } from "./read";
import type { CaseResults, SuiteRun } from "./schema";

/** Characters of XML 1.0 that an attribute can hold, escaped; others are left out (W3C XML 1.0, 2.2 and 2.4). */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

type Repetition = CaseResults["repetitions"][number];

/** Decimals of a share. */
const DECIMALS = 4;

const failureOf = ({ failures }: Repetition): string =>
  failures
    .map(({ check, type, reason }) => {
      const message =
        check === null ? `promise ${type}: ${reason}` : `check ${check + 1} (${type}): ${reason}`;
      return `<failure type="${escapeXml(type)}" message="${escapeXml(message)}"/>`;
    })
    .join("");

const propertyOf = (name: string, value: string | number): string =>
  `<property name="${escapeXml(name)}" value="${escapeXml(String(value))}"/>`;

/** The bounds of a pass rate as properties; `prefix` names what the rate is of. Shares with four decimals. */
function confidenceProperties(prefix: string, confidence: CaseResults["confidence"]): string[] {
  if (confidence === null) return [];
  const { low, high } = confidence;
  return [
    propertyOf(`${prefix}confidence_low`, low.toFixed(DECIMALS)),
    propertyOf(`${prefix}confidence_high`, high.toFixed(DECIMALS)),
  ];
}

/** The properties of a run: its pass rate, and that of each case that ran several times, with 95 % intervals (Wilson). */
const propertiesOf = (run: SuiteRun, cases: readonly CaseResults[]): string[] => [
  ...confidenceProperties("", run.confidence),
  ...cases
    .filter(({ repetitions }) => repetitions.length > 1)
    .flatMap(({ name, pass_rate, confidence }) => [
      propertyOf(`${name}: pass_rate`, (pass_rate ?? 0).toFixed(DECIMALS)),
      ...confidenceProperties(`${name}: `, confidence),
    ]),
];

/**
 * The results of a run as a JUnit report: a test case for each repetition. Throws `not_found`, and `invalid_state` before the
 * run has ended.
 */
export async function writeJunit(ctx: Ctx, suiteId: string, id: string) {
  const run = await readRun(ctx, suiteId, id);
  if (run.ended_at === null) throw new AppError("suite_run_not_ended");
  const cases = await readResults(ctx, suiteId, id);
  const lines = cases.flatMap(({ name, repetitions }) =>
    repetitions.map((repetition) => {
      const label = repetitions.length === 1 ? name : `${name} (${repetition.repetition})`;
      return `    <testcase classname="${escapeXml(suiteId)}" name="${escapeXml(label)}">${failureOf(repetition)}</testcase>`;
    }),
  );
  const properties = propertiesOf(run, cases);
  const counts = `tests="${run.finished}" failures="${run.finished - run.passed}"`;
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeXml(id)}" ${counts}>`,
    `  <testsuite name="${escapeXml(suiteId)}" timestamp="${run.created_at}" ${counts}>`,
    ...(properties.length === 0 ? [] : [`    <properties>${properties.join("")}</properties>`]),
    ...lines,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
  const bytes = Buffer.from(text);
  return {
    mediaType: "application/xml",
    name: `${id}.xml`,
    bytes: bytes.length,
    ranges: false,
    async *read(from: number, to: number) {
      yield bytes.subarray(from, to);
    },
  };
}
