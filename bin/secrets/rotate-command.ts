import { setTimeout as sleep } from "node:timers/promises";
import { countReceiptsUnderFormerRoot, resealStoredReceipts } from "@/lib/data/erasure";
import { countSecondFactorsUnderFormerRoot, resealSecondFactors } from "@/lib/identity/auth";
import { countUnderFormerRoot, resealWorkspaceUnderRoot } from "@/lib/identity/encryption";
import {
  activateNextRootKey,
  dropFormerFingerprint,
  prepareRotation,
  ROOT_REFRESH_MS,
  type RootRotation,
  readRotation,
  removeFormerRootKey,
  resealSecretFiles,
  secretSourceOf,
} from "@/lib/platform/crypto";
import { rootName } from "@/lib/platform/crypto/secret-names";
import { workspaceIds } from "@/lib/platform/db/plain";
import { env } from "@/lib/platform/env";
import { UsageError } from "../operator/operate";

export const ROTATE_USAGE = "npm run secrets -- rotate [--continue | --finish [--leave-damaged]]";

/** After this time every running process has read the next root key, and seals with it. */
const EVERYWHERE_MS = ROOT_REFRESH_MS + 5_000;
/** Passes over all data. A second one finds what was written while the first one ran. */
const MAX_PASSES = 5;
/** Batches of 200 people per pass. */
const MAX_BATCHES = 10_000;
const PROGRESS_EVERY = 100;
/** The text of an error has a bound. */
const MAX_DAMAGED_IN_TEXT = 50;

const waitForProcesses = (): Promise<void> => sleep(EVERYWHERE_MS);

export type RotateOptions = {
  /** Receives a line of progress. */
  say: (line: string) => void;
  /** Waits until every process has read a change of the root keys. */
  wait?: () => Promise<void>;
};

async function begin(rotation: RootRotation | null): Promise<string> {
  const source = secretSourceOf(env);
  if (source?.kind === "env" && rotation === null)
    throw new UsageError(
      "ROOT_KEY has one key. Set ROOT_KEY=1:<present key>,2:<new key> on every machine (the next version, if it has another number), restart Parley, and repeat this command.",
    );
  if (source?.kind !== "env" && rotation !== null)
    throw new UsageError(`A rotation to ${rootName(rotation.next)} is in progress. Use --continue.`);
  const next = await prepareRotation(source);
  return `Prepared ${rootName(next)}. It seals nothing yet. Copy DATA_DIR/secrets to the other machines, make a backup, and then run: npm run secrets -- rotate --continue`;
}

function requireRotation(rotation: RootRotation | null): RootRotation {
  if (rotation === null) throw new UsageError(`No rotation is in progress. Usage: ${ROTATE_USAGE}`);
  return rotation;
}

/** Seals everything once under the next root key. Returns the places of values that do not open. */
async function resealAll(say: RotateOptions["say"]): Promise<string[]> {
  resealSecretFiles();
  const ids = await workspaceIds();
  const damaged: string[] = [];
  let values = 0;
  for (const [index, id] of ids.entries()) {
    const result = await resealWorkspaceUnderRoot(id);
    values += result.resealed;
    damaged.push(...result.damaged);
    if ((index + 1) % PROGRESS_EVERY === 0 || index + 1 === ids.length)
      say(`${index + 1} of ${ids.length} workspaces, ${values} keys sealed again`);
  }
  let people = 0;
  let after: string | null = "";
  for (let batch = 0; after !== null && batch < MAX_BATCHES; batch++) {
    const result = await resealSecondFactors(after);
    people += result.resealed;
    damaged.push(...result.damaged);
    after = result.last;
  }
  const receipts = await resealStoredReceipts();
  say(`${people} second factors, ${receipts.resealed} receipts of erasures sealed again`);
  return [...damaged, ...receipts.damaged];
}

async function countRemaining(): Promise<number> {
  let remaining = (await countSecondFactorsUnderFormerRoot()) + (await countReceiptsUnderFormerRoot());
  for (const id of await workspaceIds()) remaining += await countUnderFormerRoot(id);
  return remaining;
}

/** Names the damaged values by table and id, never by content. */
function describeDamage(damaged: readonly string[]): string {
  const more = damaged.length - MAX_DAMAGED_IN_TEXT;
  const places = damaged.slice(0, MAX_DAMAGED_IN_TEXT).join(", ");
  return `${damaged.length} values do not open under either root key and were left as they are: ${places}${more > 0 ? `, and ${more} more` : ""}.`;
}

async function proceed(
  rotation: RootRotation,
  { say, wait = waitForProcesses }: RotateOptions,
): Promise<string> {
  await activateNextRootKey(rotation);
  say(`${rootName(rotation.next)} seals from now on. Waiting until every process has read it.`);
  await wait();
  for (let pass = 1; pass <= MAX_PASSES; pass++) {
    const damaged = await resealAll(say);
    if ((await countRemaining()) > damaged.length) continue;
    if (damaged.length > 0)
      throw new Error(
        `${describeDamage(damaged)} Everything else is sealed under ${rootName(rotation.next)}. Restore these rows from a backup and repeat, or leave them: npm run secrets -- rotate --finish --leave-damaged`,
      );
    return `Everything is sealed under ${rootName(rotation.next)}. ${rootName(rotation.former)} still opens what a process may have sealed meanwhile. When all machines run with both keys and no error is in their logs: npm run secrets -- rotate --finish`;
  }
  throw new Error(
    "Values under the former root key keep appearing: a machine does not have the next one. Copy DATA_DIR/secrets to it, and repeat.",
  );
}

/** Throws a `UsageError` unless everything is sealed under the next root key, except damaged values that the operator leaves. */
async function requireNoneRemaining(
  { former }: RootRotation,
  { say, leaveDamaged }: { say: RotateOptions["say"]; leaveDamaged: boolean },
): Promise<void> {
  const damaged = leaveDamaged ? await resealAll(say) : [];
  if (damaged.length > 0) say(describeDamage(damaged));
  const remaining = (await countRemaining()) - damaged.length;
  if (remaining > 0)
    throw new UsageError(`${remaining} values are still sealed under ${rootName(former)}. Use --continue.`);
}

async function finish(
  rotation: RootRotation,
  leaveDamaged: boolean,
  { say, wait = waitForProcesses }: RotateOptions,
): Promise<string> {
  if (!rotation.isActive)
    throw new UsageError(`${rootName(rotation.next)} is not in use yet. Use --continue.`);
  // This machine may have been copied from before the rotation, and its files would not open without the former key.
  resealSecretFiles();
  await requireNoneRemaining(rotation, { say, leaveDamaged });
  await dropFormerFingerprint(rotation);
  say("Waiting until every process has read the change. Then everything is counted again.");
  await wait();
  // A process whose refresh fails continues to seal under the former key: its file is removed only if no such value appeared.
  await requireNoneRemaining(rotation, { say, leaveDamaged });
  await removeFormerRootKey(rotation);
  const where =
    secretSourceOf(env)?.kind === "env"
      ? `Remove version ${rotation.former} from ROOT_KEY on every machine`
      : `Remove it from DATA_DIR/secrets of the other machines`;
  return `${rootName(rotation.former)} is no longer used. ${where}, and make a backup. Backups of before need it: they contain it, unless it comes from the environment.`;
}

/** Begins, continues or finishes a rotation of the root key. Each step can be repeated after a kill. Returns the text for the operator. */
export async function rotateRootKey(
  step: { continue: boolean; finish: boolean; "leave-damaged"?: boolean },
  options: RotateOptions,
): Promise<string> {
  const leaveDamaged = step["leave-damaged"] === true;
  if ((step.continue && step.finish) || (leaveDamaged && !step.finish))
    throw new UsageError(`Usage: ${ROTATE_USAGE}`);
  const rotation = await readRotation();
  if (step.continue) return proceed(requireRotation(rotation), options);
  if (step.finish) return finish(requireRotation(rotation), leaveDamaged, options);
  return begin(rotation);
}
