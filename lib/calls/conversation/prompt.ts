import { DATA_RULE, markData } from "./data-mark";
import { dayIn, type Facts, knownFacts } from "./known-facts";
import type { ModelAgent } from "./model-contract";
import { outcomeTags, UNHEARD } from "./model-contract";

const bullet = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join("\n");

type Prompted = ModelAgent & { prompt: string };

/**
 * The system prompt of a real model: the builder's words, what the engine needs it to do, and last what changes from
 * step to step, so that providers can cache all before it. The built-in model reads `providerOptions` instead.
 */
export function systemPrompt(agent: Prompted, facts: Facts): string {
  // The disclosure is said by the engine, before the model's words.
  const first = [
    agent.greeting === null
      ? null
      : `Greet with these words, and change nothing: ${markData(agent.greeting)}`,
  ].filter((line) => line !== null);
  const wanted = agent.variables.map((v) => {
    const choices = v.choices === null ? "" : `, one of: ${v.choices.join(" | ")}`;
    return `${v.name} (${v.type}${choices}${v.required ? ", required" : ""}): ${v.description}`;
  });
  const sections = [
    agent.prompt,
    first.length > 0 ? bullet(first) : null,
    wanted.length > 0
      ? `Find out the following, one question at a time. Call save_variables as soon as a value is given or corrected: dates as YYYY-MM-DD, times as HH:MM, telephone numbers in E.164.\n${bullet(wanted)}`
      : null,
    `Speak ${agent.language}. Keep each utterance short. Never ask for a payment card's number. A caller's message "${UNHEARD}" is speech that nobody understood: ask again, in other words.`,
    `When the conversation is over, say goodbye and call end_call with one outcome of: ${outcomeTags(agent).join(", ")}.`,
    DATA_RULE,
    knownFacts(agent, facts),
  ];
  return sections.filter((section) => section !== null && section !== "").join("\n\n");
}

const dayOf = (now: string, timeZone: string) => `The conversation took place on ${dayIn(now, timeZone)}.`;

/** Asks a real model for the values: one JSON object with a key for each variable that was told. */
export function extractPrompt(agent: ModelAgent, now: string, timeZone: string): string {
  const keys = agent.variables.map(
    (v) =>
      `"${v.name}" (${v.type}${v.choices === null ? "" : `: ${v.choices.join(" | ")}`}): ${v.description}`,
  );
  return `Read the conversation and answer with one JSON object and nothing else. Its keys are the following; leave out what the caller did not tell; a correction counts. Dates as YYYY-MM-DD, times as HH:MM, telephone numbers in E.164. ${dayOf(now, timeZone)} ${DATA_RULE}\n${bullet(keys)}`;
}

/** Asks a real model how the conversation ended. It reads the masked transcript alone, so it can repeat no value. */
export function concludePrompt(agent: ModelAgent): string {
  const tags = agent.outcomes.map((o) => `${o.tag}: ${o.description}`);
  return `Read the conversation, in which private values are replaced by [names], and answer with one JSON object and nothing else: {"outcome": one of ${JSON.stringify(outcomeTags(agent))}, "summary": one or two sentences without any personal value, "successful": true or false}.${tags.length > 0 ? `\n${bullet(tags)}` : ""}`;
}
