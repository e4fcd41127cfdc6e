import { closePool } from "@/lib/platform/db";

/** An error in the arguments of a command, for the operator. */
export class UsageError extends Error {}

/**
 * Runs an operator's command. The result of `work` goes to standard output. An error goes to standard error in one line,
 * after `failurePrefix` unless the arguments were wrong, and the exit code is 1.
 */
export async function operate(work: () => Promise<string>, failurePrefix: string): Promise<void> {
  try {
    process.stdout.write(`${await work()}\n`);
  } catch (error) {
    process.stderr.write(
      `${error instanceof UsageError ? "" : failurePrefix}${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exitCode = 1;
  } finally {
    await closePool();
  }
}
