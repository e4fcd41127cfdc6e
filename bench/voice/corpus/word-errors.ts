const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9']+/g) ?? [];

/** Insertions, deletions and substitutions that make one text of the other, in words. */
export function wordErrors(spokenText: string, transcribed: string): number {
  const [expected, actual] = [wordsOf(spokenText), wordsOf(transcribed)];
  let previous = Array.from({ length: actual.length + 1 }, (_, i) => i);
  for (const [i, word] of expected.entries()) {
    const current = [i + 1];
    for (const [j, other] of actual.entries())
      current.push(
        Math.min(
          (previous[j + 1] ?? 0) + 1,
          (current[j] ?? 0) + 1,
          (previous[j] ?? 0) + (word === other ? 0 : 1),
        ),
      );
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
