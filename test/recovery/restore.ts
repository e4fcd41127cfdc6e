import { openCluster, runProduct } from "./cluster";
import { measure, type State } from "./state";

/** Restores with these options, and opens the cluster. The time includes everything until it answers. */
export async function restore(state: State, options: readonly string[]): Promise<number> {
  const { ms, result } = await measure(async () => {
    await state.repository.command([...options, "restore"]);
    return openCluster(state.folder, state.repository);
  });
  state.cluster = result;
  return ms;
}

/** Records the restore, and requires that the audit logs are valid with it and list `total` restores. */
export async function recordRestore(state: State, step: string, total: number): Promise<void> {
  const { folder, cluster, rows } = state;
  const before = await runProduct(folder, cluster, "bin/audit-verify.ts");
  const record = await runProduct(folder, cluster, "bin/audit-restored.ts");
  const after = await runProduct(folder, cluster, "bin/audit-verify.ts");
  const listed = after.output.split("\n").filter((line) => line.includes("restored from a backup")).length;
  rows.push({
    check: `${step}: audit log`,
    measured: `${before.code === 0 ? "valid" : "not valid"}, after audit:restored ${after.code === 0 ? "valid" : "not valid"} with ${listed} restores`,
    expected: `valid after audit:restored, with ${total} restores`,
    ok: record.code === 0 && after.code === 0 && listed === total,
  });
}
