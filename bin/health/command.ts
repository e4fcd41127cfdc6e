import { type InstallationHealth, installationHealth } from "@/lib/platform/health";
import { Complaint } from "../operator/operate";

/** A job that is due for longer waits for a worker that is missing or has too much to do. */
const LATE_S = 120;
const SECOND_MS = 1_000;

const ageOf = (oldest: string | null, nowMs: number): number =>
  oldest === null ? 0 : Math.max(0, Math.round((nowMs - Date.parse(oldest)) / SECOND_MS));

function storageLines({ missing, unowned }: InstallationHealth["storage"]): string[] {
  const { found, removed, began_at: began, ended_at: ended } = unowned;
  const walk =
    began === null ? "not looked at yet" : `${ended === null ? "looking since" : "last looked"} ${began}`;
  return [
    `storage:  ${missing} recordings and exports miss bytes${missing > 0 ? "  MISSING" : ""}`,
    `  ${found} folders without a row, ${removed} of them removed (${walk})`,
  ];
}

function textOf({ workers, jobs, conversations, storage }: InstallationHealth, nowMs: number): string {
  const lines = [
    `workers: ${workers.filter(({ lives }) => lives).length} of ${workers.length} live`,
    ...workers.map(({ id, seen_s, lives }) => `  ${id}  seen ${seen_s} s ago${lives ? "" : "  SILENT"}`),
    "conversations:",
    ...conversations.map(({ channel, going, lost }) => `  ${channel}  ${going} going, ${lost} lost`),
    ...storageLines(storage),
    "jobs:  due (oldest), running, later, failed",
    ...jobs.map(
      ({ task, due, running, later, failed, oldest }) =>
        `  ${task}  ${due} (${ageOf(oldest, nowMs)} s), ${running}, ${later}, ${failed}`,
    ),
  ];
  return lines.join("\n");
}

/**
 * How the installation is, as text or with `--json`. Not healthy: no worker lives, or a job is due for two minutes. Jobs
 * that were given up are told and make nothing unhealthy, as nothing but a look at their cause mends them.
 */
export async function runHealthCommand(
  args: readonly string[],
  nowMs = Date.now(),
): Promise<{ text: string; healthy: boolean }> {
  if (args.some((arg) => arg !== "--json")) throw new Complaint("Usage: npm run health [-- --json]");
  const health = await installationHealth();
  const healthy =
    health.workers.some(({ lives }) => lives) &&
    health.jobs.every(({ oldest }) => ageOf(oldest, nowMs) <= LATE_S);
  return { text: args.length > 0 ? JSON.stringify({ healthy, ...health }) : textOf(health, nowMs), healthy };
}
