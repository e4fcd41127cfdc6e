import { type InstallationHealth, readInstallationHealth } from "@/lib/platform/health";
import { UsageError } from "../operator/operate";

/** A job that is late by more than this means that workers are missing or overloaded. */
const LATE_S = 120;
const SECOND_MS = 1_000;

const ageOf = (oldest: string | null, nowMs: number): number =>
  oldest === null ? 0 : Math.max(0, Math.round((nowMs - Date.parse(oldest)) / SECOND_MS));

function storageLines({ missing, unowned }: InstallationHealth["storage"]): string[] {
  const { orphans, removed, started_at: startedAt, ended_at: endedAt } = unowned;
  const sweep =
    startedAt === null
      ? "not swept yet"
      : `${endedAt === null ? "sweeping since" : "last swept"} ${startedAt}`;
  return [
    `storage:  ${missing} recordings and exports with missing files${missing > 0 ? "  MISSING" : ""}`,
    `  ${orphans} folders without a row, ${removed} of them removed (${sweep})`,
  ];
}

function gatewayLine({
  id,
  seen_s,
  lives,
  separate,
  free_calls,
}: InstallationHealth["gateways"][number]): string {
  const state = lives ? `${free_calls} free calls${free_calls > 0 ? "" : "  FULL"}` : "SILENT";
  return `  ${id}  ${separate ? "gateway" : "server"}, seen ${seen_s} s ago, ${state}`;
}

function formatHealth(
  { workers, gateways, jobs, conversations, storage }: InstallationHealth,
  nowMs: number,
): string {
  const lines = [
    `workers: ${workers.filter(({ lives }) => lives).length} of ${workers.length} running`,
    ...workers.map(({ id, seen_s, lives }) => `  ${id}  seen ${seen_s} s ago${lives ? "" : "  SILENT"}`),
    `voice gateways: ${gateways.filter(({ lives }) => lives).length} of ${gateways.length} running`,
    ...gateways.map(gatewayLine),
    "calls:",
    ...conversations.map(({ channel, going, lost }) => `  ${channel}  ${going} in progress, ${lost} lost`),
    ...storageLines(storage),
    "jobs:  due (age of oldest), running, scheduled, failed",
    ...jobs.map(
      ({ task, due, running, later, failed, oldest }) =>
        `  ${task}  ${due} (${ageOf(oldest, nowMs)} s), ${running}, ${later}, ${failed}`,
    ),
  ];
  return lines.join("\n");
}

/**
 * Reports the health of the installation, as text or with `--json`. It is unhealthy if no worker is running or a job is
 * late by two minutes. Permanently failed jobs are listed but do not count, as only fixing their cause helps.
 */
export async function runHealthCommand(
  args: readonly string[],
  nowMs = Date.now(),
): Promise<{ text: string; healthy: boolean }> {
  if (args.some((arg) => arg !== "--json")) throw new UsageError("Usage: npm run health [-- --json]");
  const health = await readInstallationHealth();
  const healthy =
    health.workers.some(({ lives }) => lives) &&
    health.jobs.every(({ oldest }) => ageOf(oldest, nowMs) <= LATE_S);
  return {
    text: args.length > 0 ? JSON.stringify({ healthy, ...health }) : formatHealth(health, nowMs),
    healthy,
  };
}
