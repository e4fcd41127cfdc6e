import { rm } from "node:fs/promises";

/** The data of the started product goes with the run. */
export default async function removeData(): Promise<void> {
  if (process.env.E2E_DATA_DIR) await rm(process.env.E2E_DATA_DIR, { recursive: true, force: true });
}
