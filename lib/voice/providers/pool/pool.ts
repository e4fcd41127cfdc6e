import type { Transferable } from "node:worker_threads";
import { Piscina } from "piscina";
import { ProviderFailure } from "@/lib/agents/providers/schema";
import type { Entry } from "./entry";

export type PoolOptions = {
  /** The provider in whose name it fails. */
  provider: string;
  /** A module whose default export does one `Task`. */
  entry: Entry;
  threads: number;
  /** Jobs at once in one thread: more than one for those that mostly wait. */
  jobsPerThread?: number;
  /** Jobs that may wait for a thread; beyond, it is better to say so at once than to answer late. */
  maxWaiting: number;
};

export type JobOptions = {
  transfer?: readonly Transferable[];
  /**
   * The time limit, waiting included. A job that is running then hangs: its thread is ended, with what else it had, and
   * another takes its place.
   */
  limit: AbortSignal;
};

/** A bounded number of threads, and a bounded queue before them. Threads are replaced when they die. */
export type Pool<Job, Result> = {
  /** Throws ProviderFailure: `limited` when full, `timeout` at the limit, else `unavailable`. */
  run(job: Job, options: JobOptions): Promise<Result>;
  close(): Promise<void>;
};

/** Which thread has the job; null while it waits. */
type Ticket = { threadId: number | null };
/** The input of a thread's module. */
export type Task<Job> = { job: Job };

/** Threads start at once, so that the first job finds them warm. They keep no process alive while they have no job. */
export function createPool<Job, Result>(options: PoolOptions): Pool<Job, Result> {
  const { provider, entry, threads, jobsPerThread = 1, maxWaiting } = options;
  // Threads that have been told to end, which takes a moment.
  const ending = new Set<number>();
  const piscina = new Piscina<Task<Job>, Result>({
    ...entry,
    minThreads: threads,
    maxThreads: threads,
    concurrentTasksPerWorker: jobsPerThread,
    // A thread that sleeps on an atomic between its jobs would not hear the messages that belong to none.
    atomics: "disabled",
    loadBalancer: (task, workers) => {
      const [first] = workers
        .filter(({ id, currentUsage }) => currentUsage < jobsPerThread && !ending.has(id))
        .sort((a, b) => a.currentUsage - b.currentUsage);
      if (first === undefined) return null;
      const ticket = (task as unknown as Record<symbol, Ticket>)[Piscina.queueOptionsSymbol];
      if (ticket) ticket.threadId = first.id;
      return first;
    },
  });
  // A failure of an idle thread: the next job uses another thread, or meets its own limit.
  piscina.on("error", () => {});
  return {
    async run(job, { transfer = [], limit }) {
      if (piscina.queueSize >= maxWaiting) throw new ProviderFailure(provider, "rate_limited");
      const ticket: Ticket = { threadId: null };
      const ticketed = { job, [Piscina.queueOptionsSymbol]: ticket };
      let end = () => {};
      const late = new Promise<never>((_, fail) => {
        end = () => {
          fail(new ProviderFailure(provider, "timeout"));
          // Piscina's own way to abort a job would let no second one into its thread.
          const thread = piscina.threads.find(({ threadId }) => threadId === ticket.threadId);
          if (thread === undefined) return;
          const { threadId } = thread;
          ending.add(threadId);
          void thread.terminate().finally(() => ending.delete(threadId));
        };
        limit.addEventListener("abort", end, { once: true });
      });
      try {
        return await Promise.race([piscina.run(ticketed, { transferList: [...transfer] }), late]);
      } catch (cause) {
        if (cause instanceof ProviderFailure) throw cause;
        throw new ProviderFailure(provider, "unavailable", { cause });
      } finally {
        limit.removeEventListener("abort", end);
      }
    },
    close: () => piscina.destroy(),
  };
}
