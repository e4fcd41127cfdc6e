import { asSuperuser, type Cluster } from "./cluster";

const BYTES_PER_GB = 1e9;
/** Rows of a statement; each takes about 8 kB of bytes that compress badly. */
const ROWS = 10_000;
const HASHES = 250;

/** Fills the table `recovery_filler` until the database has the size. */
export async function fill(cluster: Cluster, gigabytes: number): Promise<void> {
  await asSuperuser(
    cluster,
    "create table recovery_filler (n bigint generated always as identity, bytes bytea)",
    "alter table recovery_filler alter column bytes set storage external",
  );
  for (;;) {
    const [row] = await asSuperuser(
      cluster,
      `insert into recovery_filler (bytes) select (select string_agg(sha256(convert_to(i || ' ' || h || ' ' || random(), 'UTF8')), '') from generate_series(1, ${HASHES}) h)
       from generate_series(1, ${ROWS}) i`,
      "select pg_database_size(current_database()) as bytes",
    );
    if (Number(row?.bytes) >= gigabytes * BYTES_PER_GB) return;
  }
}
