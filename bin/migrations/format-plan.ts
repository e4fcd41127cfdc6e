import type { BackfillProgress } from "@/lib/platform/backfills";
import type { MigrationKind } from "@/lib/platform/db/migration-kind";
import type { MigrationPlan, PlannedLock, PlannedMigration } from "@/lib/platform/db/read-plan";

const MB = 1_000_000;
const number = (n: number): string => Math.round(n).toLocaleString("en");

const kindText = (kind: MigrationKind): string => {
  if (kind.kind === "contract") return "contract";
  return kind.isConcurrent ? "expand, outside a transaction" : "expand";
};

const effect = (kind: MigrationKind): string =>
  kind.kind === "expand"
    ? "Processes of the former release continue to work, and can be started again."
    : `Applied with --contract only. From then on, releases without ${kind.needs} need a backup from before.`;

const lockLine = ({ table, mode, rows, bytes }: PlannedLock): string =>
  `  locks ${table}: ${mode}, about ${number(rows)} rows, ${number(bytes / MB)} MB`;

const migrationLines = ({ name, kind, locks, blockers }: PlannedMigration): string[] => [
  `${name}: ${kindText(kind)}`,
  `  ${effect(kind)}`,
  ...locks.map(lockLine),
  ...(locks.length === 0 ? ["  locks no existing table"] : []),
  ...blockers.map((blocker) => `  blocked: ${blocker}`),
];

/** The pending migrations: what each one is, locks, and waits for. */
export function formatPlan({ pending, applied, sessions }: MigrationPlan): string {
  if (pending.length === 0) return `No migration is pending; ${applied} are applied.`;
  const connections = sessions.map(({ release, connections: n }) => `${n} of ${release}`).join(", ");
  return [
    `Pending: ${pending.length} migrations, ${applied} applied. Nothing was changed.`,
    "A migration waits two seconds for its locks, then lets requests pass and tries again.",
    ...pending.flatMap(migrationLines),
    `Connections by release: ${connections === "" ? "none" : connections}.`,
  ].join("\n");
}

const remaining = (seconds: number | null): string =>
  seconds === null ? "not begun" : seconds === 0 ? "finished" : `about ${number(seconds)} s remain`;

/** One line about a backfill's progress. */
export const backfillLine = ({
  name,
  workspaces,
  finished,
  processed,
  changed,
  estimate,
  remaining_s: remainingS,
}: BackfillProgress): string =>
  `backfill ${name}: ${number(processed)} of about ${number(estimate)} rows, ${number(changed)} changed, finished in ${finished} of ${workspaces} workspaces, ${remaining(remainingS)}`;

/** The level of the database, the releases in use, what is pending, and the backfills. */
export function formatStatus(
  { state, pending, applied, sessions }: MigrationPlan,
  backfills: readonly BackfillProgress[] | null,
): string {
  return [
    `newest migration: ${state?.level ?? "unnamed"}`,
    `oldest release that can use it: the one with ${state?.oldest_release ?? "the same migrations"}`,
    `migrations: ${applied} applied, ${pending.length} pending`,
    ...pending.map(({ name, kind, blockers }) => `  ${name}: ${[kindText(kind), ...blockers].join(". ")}`),
    ...sessions.map(({ release, connections }) => `release ${release}: ${connections} connections`),
    ...(backfills === null ? ["backfills: not before the migrations"] : backfills.map(backfillLine)),
  ].join("\n");
}
