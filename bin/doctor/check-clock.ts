import { databaseFailure } from "./database-failures";
import { type Finding, passed, warning } from "./finding";

/** Leases, signatures and one-time codes tolerate less than this without effect. */
const WARNED_ABOVE_MS = 2_000;
const SECOND_MS = 1_000;

type Input = {
  /** The database's time in milliseconds of the epoch. */
  readTime: () => Promise<number>;
  /** This machine's time in milliseconds of the epoch. */
  now: () => number;
};

/** The difference between the clocks of this machine and of the database, without half of the round trip. */
export async function checkClock({ readTime, now }: Input): Promise<Finding> {
  const before = now();
  let databaseTime: number;
  try {
    databaseTime = await readTime();
  } catch (error) {
    return databaseFailure(error, "clock");
  }
  const difference = databaseTime - (before + now()) / 2;
  const seconds = (Math.abs(difference) / SECOND_MS).toFixed(1);
  if (Math.abs(difference) > WARNED_ABOVE_MS)
    return warning(
      `the database's clock is ${seconds} s ${difference > 0 ? "ahead of" : "behind"} this machine's`,
      "Synchronize both machines (chrony or systemd-timesyncd). Second factors, signatures and schedules depend on the time.",
    );
  return passed(`${seconds} s between the clocks of this machine and of the database`);
}
