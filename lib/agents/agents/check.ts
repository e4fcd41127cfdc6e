import { bodyProblem, type ErrorDetail } from "@/lib/platform/errors";
import { isPaymentCard, paymentCardProblem } from "./payment-card";
import type { AgentConfig, Variable } from "./schema";

/** Outcomes that the system sets (product.md, "Agents"). An agent's own outcome cannot have such a name. */
export const SYSTEM_OUTCOMES = ["no_answer", "busy", "voicemail", "opted_out", "declined", "failed"] as const;

/** Indexes of names that occur earlier in the list. */
function repeats(names: readonly string[]): number[] {
  return names.flatMap((name, at) => (names.indexOf(name) < at ? [at] : []));
}

function choicesProblem({ type, choices }: Variable, pointer: string): ErrorDetail | null {
  if (type === "choice" && choices === null)
    return bodyProblem(`${pointer}/choices`, "required", "List what there is to choose from.");
  if (type !== "choice" && choices !== null)
    return bodyProblem(`${pointer}/choices`, "not_allowed", "Only a choice has choices. Leave this out.");
  const twice = repeats((choices ?? []).map((choice) => choice.trim().toLowerCase()))[0];
  return twice === undefined
    ? null
    : bodyProblem(`${pointer}/choices/${twice}`, "duplicate", "This choice is there already.");
}

function variableProblems(variables: readonly Variable[]): (ErrorDetail | null)[] {
  const twice = repeats(variables.map(({ name }) => name));
  return variables.flatMap((variable, at) => {
    const pointer = `/variables/${at}`;
    return [
      twice.includes(at)
        ? bodyProblem(`${pointer}/name`, "duplicate", "Another variable has this name.")
        : null,
      choicesProblem(variable, pointer),
      isPaymentCard(variable) ? paymentCardProblem(pointer) : null,
    ];
  });
}

function outcomeProblems(outcomes: AgentConfig["outcomes"]): ErrorDetail[] {
  const tags = outcomes.map(({ tag }) => tag);
  const twice = repeats(tags);
  return tags.flatMap((tag, at) => {
    const pointer = `/outcomes/${at}/tag`;
    if ((SYSTEM_OUTCOMES as readonly string[]).includes(tag))
      return [bodyProblem(pointer, "reserved", "The system gives this outcome itself. Choose another tag.")];
    return twice.includes(at) ? [bodyProblem(pointer, "duplicate", "Another outcome has this tag.")] : [];
  });
}

function voiceProblem({ type, voice_id }: AgentConfig): ErrorDetail | null {
  if (type === "voice" && voice_id === null)
    return bodyProblem("/voice_id", "required", "A voice agent needs a voice. Use <provider>:<voice_name>.");
  return type === "messaging" && voice_id !== null
    ? bodyProblem("/voice_id", "not_allowed", "A messaging agent has no voice. Leave this out, or send null.")
    : null;
}

function messageProblem({ answering_machine: { action, message } }: AgentConfig): ErrorDetail | null {
  return action === "leave_message" && message === null
    ? bodyProblem("/answering_machine/message", "required", "Write the message that the agent leaves.")
    : null;
}

/** Returns the problems of a configuration that its schema cannot express, each with its pointer. */
export function checkConfig(config: AgentConfig): ErrorDetail[] {
  return [
    voiceProblem(config),
    messageProblem(config),
    ...repeats(config.tools).map((at) =>
      bodyProblem(`/tools/${at}`, "duplicate", "This tool is there already."),
    ),
    ...variableProblems(config.variables),
    ...outcomeProblems(config.outcomes),
  ].filter((problem) => problem !== null);
}
