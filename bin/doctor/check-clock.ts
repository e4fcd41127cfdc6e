import { MIN_CLOCK_DIFFERENCE_MS } from "@/lib/platform/db/database-clock";
import { databaseFailure } from "./database-failures";
import { type Finding, passed, warning } from "./finding";

const SECOND_MS = 1_000;

type Input = {
  /**
   * Calls `measure` with a function that reads the database's time in milliseconds of the epoch. The connection is open then:
   * its duration is no part of the difference.
   */
  withDatabase: (measure: (readTime: () => Promise<number>) => Promise<number>) => Promise<number>;
  /** This machine's time in milliseconds of the epoch. */
  now: () => number;
};

/** The difference between the clocks of this machine and of the database, without half of the round trip. */
export async function checkClock({ withDatabase, now }: Input): Promise<Finding> {
  let difference: number;
  try {
    difference = await withDatabase(async (readTime) => {
      const before = now();
      const databaseTime = await readTime();
      return databaseTime - (before + now()) / 2;
    });
  } catch (error) {
    return databaseFailure(error, "clock");
  }
  const seconds = (Math.abs(difference) / SECOND_MS).toFixed(1);
  if (Math.abs(difference) > MIN_CLOCK_DIFFERENCE_MS)
    return warning(
      `the database's clock is ${seconds} s ${difference > 0 ? "ahead of" : "behind"} this machine's`,
      "Synchronize both machines (chrony or systemd-timesyncd). Second factors, signatures and schedules depend on the time.",
    );
  return passed(`${seconds} s between the clocks of this machine and of the database`);
}
