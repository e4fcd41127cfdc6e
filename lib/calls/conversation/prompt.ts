import { DATA_RULE, markData } from "./mark-data";
import type { ModelAgent } from "./model-contract";
import { NOT_UNDERSTOOD_TEXT, outcomeTags } from "./model-contract";
import { describePromptFacts, formatDay, type PromptFacts } from "./prompt-facts";

const bullet = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join("\n");

type PromptAgent = ModelAgent & { prompt: string };

/**
 * The system prompt of a real model: the builder's prompt, the engine's instructions, and last the parts that
 * change in each step, so that providers can cache the rest. The built-in model reads `providerOptions`
 * instead.
 */
export function systemPrompt(agent: PromptAgent, facts: PromptFacts): string {
  // The engine says the disclosure before the model's words.
  const greetingRules = [
    agent.greeting === null
      ? null
      : `Greet with these words, and change nothing: ${markData(agent.greeting)}`,
  ].filter((line) => line !== null);
  const variableLines = agent.variables.map((v) => {
    const choices = v.choices === null ? "" : `, one of: ${v.choices.join(" | ")}`;
    return `${v.name} (${v.type}${choices}${v.required ? ", required" : ""}): ${v.description}`;
  });
  const sections = [
    agent.prompt,
    greetingRules.length > 0 ? bullet(greetingRules) : null,
    variableLines.length > 0
      ? `Find out the following, one question at a time. Call save_variables as soon as a value is given or corrected: dates as YYYY-MM-DD, times as HH:MM, telephone numbers in E.164.\n${bullet(variableLines)}`
      : null,
    `Speak ${agent.language}. Keep each utterance short. Never ask for a payment card's number. A caller's message "${NOT_UNDERSTOOD_TEXT}" is speech that nobody understood: ask again, in other words.`,
    `When the conversation is over, say goodbye and call end_call with one outcome of: ${outcomeTags(agent).join(", ")}.`,
    DATA_RULE,
    describePromptFacts(agent, facts),
  ];
  return sections.filter((section) => section !== null && section !== "").join("\n\n");
}

const dayOf = (now: string, timeZone: string) =>
  `The conversation took place on ${formatDay(now, timeZone)}.`;

/** Prompts a real model for the values: one JSON object with a key for each variable that the caller gave. */
export function extractPrompt(agent: ModelAgent, now: string, timeZone: string): string {
  const keys = agent.variables.map(
    (v) =>
      `"${v.name}" (${v.type}${v.choices === null ? "" : `: ${v.choices.join(" | ")}`}): ${v.description}`,
  );
  return `Read the conversation and answer with one JSON object and nothing else. Its keys are the following; leave out what the caller did not tell; a correction counts. Dates as YYYY-MM-DD, times as HH:MM, telephone numbers in E.164. ${dayOf(now, timeZone)} ${DATA_RULE}\n${bullet(keys)}`;
}

/** The variables with and without a value. A masked answer does not show whether it gave a value. */
function describeCollected(agent: ModelAgent, collected: readonly string[]): string {
  const missing = agent.variables.map(({ name }) => name).filter((name) => !collected.includes(name));
  const lines = [
    collected.length > 0 ? `The caller gave: ${collected.join(", ")}.` : null,
    missing.length > 0
      ? `No value was found for: ${missing.join(", ")}. Do not say that the caller gave it.`
      : null,
  ];
  return lines.filter((line) => line !== null).join(" ");
}

/**
 * Prompts a real model for the conclusion. The model reads only the masked transcript, so it cannot repeat a
 * value. `collected` are the variables with a value.
 */
export function concludePrompt(agent: ModelAgent, collected: readonly string[]): string {
  const tags = agent.outcomes.map((o) => `${o.tag}: ${o.description}`);
  const facts = describeCollected(agent, collected);
  return `Read the conversation, in which private values are replaced by [names], and answer with one JSON object and nothing else: {"outcome": one of ${JSON.stringify(outcomeTags(agent))}, "summary": one or two sentences without any personal value, "successful": true or false}.${facts === "" ? "" : ` ${facts}`}${tags.length > 0 ? `\n${bullet(tags)}` : ""}`;
}
