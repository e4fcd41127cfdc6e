import { stepsOf, stepText } from "@/components/consent-steps";
import { csvText } from "@/components/csv";
import { clock, inWords } from "@/components/words";
import type { Call } from "@/lib/calls/calls/schema";
import type { Translator } from "@/messages/translator";
import { callFacts } from "./call-facts";
import { plainTurn } from "./plain-turn";
import { plainValue } from "./plain-value";

type T = Translator<"calls">;
/** A masked call with the names of its agent and channel. */
export type ExportedCall = { call: Call; agent: string; channel: string };

/** The sections of a call as text: its facts, outcome, variables and recording consent. */
function sections(t: T, { call, channel }: ExportedCall): { title: string; lines: string[] }[] {
  const field = ([name, value]: readonly [string, string]) => t("export.field", { name, value });
  const outcome = call.outcome === null ? [] : [inWords(call.outcome.tag), call.outcome.summary ?? ""];
  const variables = Object.entries(call.variables).map(
    ([name, value]) => [name, plainValue(name, value)] as const,
  );
  const steps = stepsOf(call).map(({ event, at_ms }) => [clock(at_ms), stepText(t, event)] as const);
  return [
    { title: t("print.facts"), lines: callFacts(t, call, { channel, when: (at) => at }).map(field) },
    { title: t("column.outcome"), lines: outcome.filter((line) => line !== "") },
    { title: t("outcome.variables"), lines: variables.map(field) },
    { title: t("print.consent"), lines: steps.map(field) },
  ].filter(({ lines }) => lines.length > 0);
}

const transcriptLines = (t: T, call: Call, key: "line" | "markdownLine"): string[] =>
  call.transcript.length === 0
    ? [t("export.noTranscript")]
    : call.transcript.map((turn) => t(`export.${key}`, plainTurn(t, turn)));

/** A masked call as plain text. */
export function textFile(t: T, exported: ExportedCall): string {
  const { call, agent } = exported;
  const parts = sections(t, exported).map(({ title, lines }) => [title, ...lines].join("\n"));
  const transcript = [t("conversation.title"), ...transcriptLines(t, call, "line")].join("\n");
  return `${[t("review.pageTitle", { agent }), ...parts, transcript].join("\n\n")}\n`;
}

/** A masked call as Markdown. */
export function markdownFile(t: T, exported: ExportedCall): string {
  const { call, agent } = exported;
  const parts = sections(t, exported).map(({ title, lines }) =>
    [`## ${title}`, "", ...lines.map((line) => `- ${line}`)].join("\n"),
  );
  const transcript = [`## ${t("conversation.title")}`, ...transcriptLines(t, call, "markdownLine")];
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
export const turnsFile = ({ transcript }: Pick<Call, "transcript">): string =>
  csvText([
    COLUMNS,
    ...transcript.map(({ tool, ...turn }) => [
      turn.index,
      turn.role,
      turn.start_ms,
      turn.end_ms,
      String(turn.interrupted),
      turn.text,
      tool?.name ?? null,
      tool === undefined ? null : String(tool.ok),
      tool === undefined ? null : plainValue("arguments", tool.arguments),
      tool === undefined ? null : plainValue("result", tool.result),
      turn.delays?.total_ms ?? null,
    ]),
  ]);
