import { asSuperuser, openCluster, runProduct } from "./cluster";
import { fill } from "./fill";
import { createRepository } from "./pgbackrest";
import { type Drill, formatSeconds, measure, type State, say, serverOf } from "./state";

/** Prepares an installation, its data and a full backup. */
export async function prepare(drill: Drill): Promise<State> {
  const { folder, gigabytes } = drill;
  const repository = createRepository(drill.program, folder, drill);
  // The log of the filling is not archived: the full backup after it does not need it.
  const filling = await openCluster(folder, repository, { archive_command: "true" });
  say(`Filling the database to ${gigabytes} GB`);
  await fill(filling, gigabytes);
  await filling.stop();
  const cluster = await openCluster(folder, repository);
  const state: State = { ...drill, repository, cluster, workspaceId: "", rows: [] };
  for (const args of [["bin/migrate.ts"], ["bin/init.ts"]]) {
    const { code, output } = await runProduct(folder, cluster, ...args);
    if (code !== 0) throw new Error(output);
  }
  const [workspace] = await asSuperuser(cluster, "select id from workspaces limit 1");
  state.workspaceId = String(workspace?.id);
  await repository.command(["stanza-create"], serverOf(state));
  say("Backing up");
  const backup = await measure(() => repository.command(["--type=full", "backup"], serverOf(state)));
  const [size] = await asSuperuser(cluster, "select pg_database_size(current_database()) as bytes");
  state.rows.push({
    check: "full backup",
    measured: `${formatSeconds(backup.ms)} for ${(Number(size?.bytes) / 1e9).toFixed(2)} GB`,
    expected: "1 backup in the repository",
    ok: (await repository.command(["info"])).split("full backup:").length === 2,
  });
  return state;
}
