import { closePool } from "@/lib/platform/db";

/** A complaint for whoever typed the command. */
export class Complaint extends Error {}

/**
 * Does what the operator asks for at the machine: what `work` answers goes to standard output; why it could not be done,
 * in one line, to standard error, behind `undone` where it is not what was typed.
 */
export async function operate(work: () => Promise<string>, undone: string): Promise<void> {
  try {
    process.stdout.write(`${await work()}\n`);
  } catch (error) {
    process.stderr.write(
      `${error instanceof Complaint ? "" : undone}${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exitCode = 1;
  } finally {
    await closePool();
  }
}
