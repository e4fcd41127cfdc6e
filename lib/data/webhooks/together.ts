import { setImmediate as pause } from "node:timers/promises";

type Waiting<Q, A> = { question: Q; answer(answer: A): void; fail(error: unknown): void };

/**
 * Answers questions of about one moment together: those that come while a lot is being answered are the next one, so that
 * a lot is the larger the more there is to do, and nobody waits where there is little. What is looked up for a question is
 * looked up after it was asked. A lot that fails fails for each that is in it.
 */
export function together<Q, A>(
  most: number,
  answerAll: (lot: readonly Q[]) => Promise<readonly A[]>,
): (question: Q) => Promise<A> {
  const waiting: Waiting<Q, A>[] = [];
  let busy = false;

  async function answerLot(lot: readonly Waiting<Q, A>[]): Promise<void> {
    try {
      const answers = await answerAll(lot.map(({ question }) => question));
      for (const [n, one] of lot.entries()) one.answer(answers[n] as A);
    } catch (error) {
      for (const one of lot) one.fail(error);
    }
  }

  async function work(): Promise<void> {
    busy = true;
    // Whoever asks in the same moment is in the same lot.
    await pause();
    while (waiting.length > 0) await answerLot(waiting.splice(0, most));
    busy = false;
  }

  return (question) =>
    new Promise<A>((answer, fail) => {
      waiting.push({ question, answer, fail });
      if (!busy) void work();
    });
}
