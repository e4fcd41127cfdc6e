import { isPremiumRate } from "@/lib/contacts/contacts";
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
  if (type === "choice" && choices === null) return bodyProblem(`${pointer}/choices`, "choices_missing");
  if (type !== "choice" && choices !== null)
    return bodyProblem(`${pointer}/choices`, "choices_without_choice");
  const twice = repeats((choices ?? []).map((choice) => choice.trim().toLowerCase()))[0];
  return twice === undefined ? null : bodyProblem(`${pointer}/choices/${twice}`, "choice_repeated");
}

function variableProblems(variables: readonly Variable[]): (ErrorDetail | null)[] {
  const twice = repeats(variables.map(({ name }) => name));
  return variables.flatMap((variable, at) => {
    const pointer = `/variables/${at}`;
    return [
      twice.includes(at) ? bodyProblem(`${pointer}/name`, "variable_name_repeated") : null,
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
      return [bodyProblem(pointer, "outcome_reserved")];
    return twice.includes(at) ? [bodyProblem(pointer, "outcome_repeated")] : [];
  });
}

function voiceProblem({ type, voice_id }: AgentConfig): ErrorDetail | null {
  if (type === "voice" && voice_id === null) return bodyProblem("/voice_id", "voice_missing");
  return type === "messaging" && voice_id !== null
    ? bodyProblem("/voice_id", "voice_of_messaging_agent")
    : null;
}

function messageProblem({ answering_machine: { action, message } }: AgentConfig): ErrorDetail | null {
  return action === "leave_message" && message === null
    ? bodyProblem("/answering_machine/message", "voicemail_missing")
    : null;
}

function transferProblems({ transfer_to, transfer_targets }: AgentConfig): (ErrorDetail | null)[] {
  const twice = repeats([transfer_to ?? "", ...transfer_targets.map(({ to }) => to.toLowerCase())]);
  return transfer_targets.map(({ to }, at) => {
    const pointer = `/transfer_targets/${at}/to`;
    if (twice.includes(at + 1)) return bodyProblem(pointer, "transfer_target_repeated");
    return isPremiumRate(to) ? bodyProblem(pointer, "transfer_target_premium") : null;
  });
}

/** Returns the problems of a configuration that its schema cannot express, each with its pointer. */
export function checkConfig(config: AgentConfig): ErrorDetail[] {
  return [
    voiceProblem(config),
    messageProblem(config),
    ...repeats(config.tools).map((at) => bodyProblem(`/tools/${at}`, "tool_repeated")),
    ...transferProblems(config),
    ...variableProblems(config.variables),
    ...outcomeProblems(config.outcomes),
  ].filter((problem) => problem !== null);
}
