/** More words do not guide a transcriber. OpenAI documents no limits. */
const MAX_HINTS = 100;
const MAX_CHARACTERS = 1_200;

/** Returns the expected answers that fit into a provider's limits, the first ones first. */
export function boundedHints(choices: readonly string[] = []): string[] {
  const hints: string[] = [];
  let characters = 0;
  for (const choice of choices.slice(0, MAX_HINTS)) {
    const hint = choice.replaceAll(/\s+/g, " ").trim();
    characters += hint.length;
    if (characters > MAX_CHARACTERS) break;
    if (hint !== "") hints.push(hint);
  }
  return hints;
}
