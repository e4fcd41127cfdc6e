import type { Row } from "../fixtures/report-table";
import { asSuperuser, type Cluster } from "./cluster";
import type { BackupRepository } from "./pgbackrest";

const S = 1_000;
/** Seconds in which the last log file reaches the repository after its timeout. */
export const ARCHIVE_DELAY_S = 10;

/** `gigabytes`: size of the database. `archiveTimeoutS`: seconds after which PostgreSQL archives a log file that is not full. */
export type Drill = { folder: string; program: string; gigabytes: number; archiveTimeoutS: number };
/** The drill's installation and its report. Each restore replaces `cluster`. */
export type State = Drill & {
  repository: BackupRepository;
  cluster: Cluster;
  workspaceId: string;
  rows: Row[];
};

export const say = (line: string) => process.stderr.write(`${line}\n`);
export const formatSeconds = (ms: number) => `${(ms / S).toFixed(1)} s`;

/** Runs `work` and measures it in ms. */
export async function measure<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const start = performance.now();
  const result = await work();
  return { result, ms: performance.now() - start };
}

/** The port and the superuser's password, which backups need. */
export const serverOf = ({ cluster }: State) => ({
  port: cluster.port,
  password: decodeURIComponent(new URL(cluster.adminUrl).password),
});

/** The position of the last entry of the workspace's audit log; 0 if there is none. */
export async function readLastSeq({ cluster, workspaceId }: State): Promise<number> {
  const [head] = await asSuperuser(
    cluster,
    `select seq from audit_heads where workspace_id = '${workspaceId}'`,
  );
  return Number(head?.seq ?? 0);
}
