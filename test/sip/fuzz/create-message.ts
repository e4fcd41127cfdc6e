import { type DialogTags, generateMessage } from "./generate-message";
import { mutateMessage } from "./mutate-message";
import type { Random } from "./random";

/** A message of the fuzz run, as bytes: from the corpus, mutated from it, of the grammar, or mutated from that. */
export function createMessage(
  random: Random,
  corpus: readonly string[],
  dialogs: readonly DialogTags[],
): Buffer {
  const dialog = dialogs.length > 0 && random.isLikely(0.4) ? random.pick(dialogs) : undefined;
  const kind = random.next();
  const text =
    kind < 0.05
      ? random.pick(corpus)
      : kind < 0.35
        ? mutateMessage(random.pick(corpus), random, corpus)
        : kind < 0.75
          ? generateMessage(random, { dialog })
          : mutateMessage(generateMessage(random, { dialog }), random, corpus);
  return Buffer.from(text, "latin1");
}
