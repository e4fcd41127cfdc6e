import type { DoctorEnvironment } from "./environment";

/** The inputs of the checks that differ between a deployment and a test. */
export type Parts = DoctorEnvironment & {
  /** The folder of package.json. */
  root: string;
  nodeVersion: string;
  /** The number of the user who runs the command; null on Windows. */
  uid: number | null;
  /** Milliseconds of the epoch. */
  now: () => number;
  /** The address of `--mail-to`. */
  mailTo: string | null;
};
