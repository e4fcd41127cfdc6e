import { callFacts } from "@/components/call-text/call-facts";
import type { TurnTexts } from "@/components/call-text/call-texts";
import { plainTurn } from "@/components/call-text/plain-turn";
import { plainValue } from "@/components/call-text/plain-value";
import { stepsOf, stepText } from "@/components/consent-steps";
import { channelName, clock, inWords } from "@/components/words";
import type { Call } from "@/lib/calls/calls/schema";
import type { CallFileFormat } from "@/lib/data/exports/schema";
import { csvLines } from "@/lib/platform/csv";
import { serverTranslator } from "@/messages/server-translator";

const t = serverTranslator("calls");
const common = serverTranslator("common");

/** A masked call with the name of its agent. */
type ExportedCall = { call: Call; agent: string };

const TURN_TEXTS: TurnTexts = {
  label: t,
  toolLine: (values) => t("export.toolLine", values),
  interruptedLine: (values) => t("export.interruptedLine", values),
};

const fieldLine = ([name, value]: readonly [string, string]): string => t("export.field", { name, value });

/** The sections of a call as text: its facts, outcome, variables and recording consent. */
function sectionsOf(call: Call): { title: string; lines: string[] }[] {
  const channel = t("decision.channel", {
    channel: channelName((name) => common(`channel.${name}`), call.channel),
    direction: t(`direction.${call.direction}`),
  });
  const outcome = call.outcome === null ? [] : [inWords(call.outcome.tag), call.outcome.summary ?? ""];
  const variables = Object.entries(call.variables).map(
    ([name, value]) => [name, plainValue(name, value)] as const,
  );
  const steps = stepsOf(call).map(({ event, at_ms }) => [clock(at_ms), stepText(t, event)] as const);
  return [
    { title: t("print.facts"), lines: callFacts(t, call, { channel, when: (at) => at }).map(fieldLine) },
    { title: t("column.outcome"), lines: outcome.filter((line) => line !== "") },
    { title: t("outcome.variables"), lines: variables.map(fieldLine) },
    { title: t("print.consent"), lines: steps.map(fieldLine) },
  ].filter(({ lines }) => lines.length > 0);
}

const transcriptLines = (call: Call, key: "line" | "markdownLine"): string[] =>
  call.transcript.length === 0
    ? [t("export.noTranscript")]
    : call.transcript.map((turn) => t(`export.${key}`, plainTurn(TURN_TEXTS, turn)));

/** A masked call as plain text. */
function textFile({ call, agent }: ExportedCall): string {
  const parts = sectionsOf(call).map(({ title, lines }) => [title, ...lines].join("\n"));
  const transcript = [t("conversation.title"), ...transcriptLines(call, "line")].join("\n");
  return `${[t("review.pageTitle", { agent }), ...parts, transcript].join("\n\n")}\n`;
}

/** A masked call as Markdown. */
function markdownFile({ call, agent }: ExportedCall): string {
  const parts = sectionsOf(call).map(({ title, lines }) =>
    [`## ${title}`, "", ...lines.map((line) => `- ${line}`)].join("\n"),
  );
  const transcript = [`## ${t("conversation.title")}`, ...transcriptLines(call, "markdownLine")];
  return `${[`# ${t("review.pageTitle", { agent })}`, ...parts, transcript.join("\n\n")].join("\n\n")}\n`;
}

/** The columns of the API's turns, so that a file reads the same in every language. */
const COLUMNS = [
  "index",
  "role",
  "start_ms",
  "end_ms",
  "interrupted",
  "text",
  "tool_name",
  "tool_ok",
  "tool_arguments",
  "tool_result",
  "latency_ms",
];

/** The masked turns of a call as CSV. */
const turnsFile = ({ call: { transcript } }: ExportedCall): string =>
  csvLines(
    COLUMNS,
    transcript.map(({ tool, delays, ...turn }) => ({
      ...turn,
      tool_name: tool?.name,
      tool_ok: tool?.ok,
      tool_arguments: tool && plainValue("arguments", tool.arguments),
      tool_result: tool && plainValue("result", tool.result),
      latency_ms: delays?.total_ms,
    })),
    true,
  );

const WRITERS: Readonly<Record<CallFileFormat, (exported: ExportedCall) => string>> = {
  json: ({ call }) => `${JSON.stringify(call, null, 2)}\n`,
  text: textFile,
  markdown: markdownFile,
  csv: turnsFile,
};

/** Writes a masked call in one of the formats. */
export const writeTranscript = (format: CallFileFormat, exported: ExportedCall): string =>
  WRITERS[format](exported);
