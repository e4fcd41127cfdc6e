import { randomBytes } from "node:crypto";
import type { Storage } from "@/lib/platform/storage";
import { StorageFailure } from "@/lib/platform/storage";
import { codeOf, type Finding, failed, passed, skipped } from "./finding";

const OBJECT_BYTES = 64;
const NAME_BYTES = 16;

type Input = {
  /** null if the storage is a folder that does not exist yet: creating it would not be this command's to do. */
  storage: Pick<Storage, "put" | "read" | "removeAll"> | null;
  kind: "bucket" | "folder";
  randomName?: () => string;
};

const ACTIONS = {
  bucket:
    "Check S3_BUCKET, S3_REGION, S3_ENDPOINT and the keys, which may list, get, put and delete objects. Recordings cannot be kept until this works.",
  folder:
    "Check the owner, the mode and the disk of DATA_DIR/storage. Recordings cannot be kept until this works.",
} as const;

/** The messages of a storage contain no name; other errors show their code. */
const reasonOf = (error: unknown): string =>
  error instanceof StorageFailure ? error.message : `error ${codeOf(error)}`;

/** Writes, reads, compares and deletes a small object, whose random name belongs to no recording. */
export async function checkStorage({ storage, kind, randomName = newName }: Input): Promise<Finding> {
  if (storage === null) return skipped("DATA_DIR/storage does not exist yet: the first recording creates it");
  const folder = randomName();
  const bytes = randomBytes(OBJECT_BYTES);
  const fail = (step: string, reason: string) =>
    failed(`the ${kind} did not ${step} an object: ${reason}`, ACTIONS[kind]);
  let step = "write";
  try {
    await storage.put(`${folder}/0`, bytes);
    step = "read";
    const stored = await storage.read(`${folder}/0`);
    if (stored === null) return await removeAnd(fail("return", "it is missing after it was written"));
    if (!stored.equals(bytes))
      return await removeAnd(fail("return", "it returned other bytes than were written"));
    step = "delete";
    await storage.removeAll(folder);
    if ((await storage.read(`${folder}/0`)) !== null) return fail("delete", "it is still there");
    return passed(`the ${kind} wrote, returned and deleted an object of ${OBJECT_BYTES} bytes`);
  } catch (error) {
    return removeAnd(fail(step, reasonOf(error)));
  }

  async function removeAnd(finding: Finding): Promise<Finding> {
    await storage?.removeAll(folder).catch(() => undefined);
    return finding;
  }
}

/** Names of recordings and exports begin with two hexadecimal digits and a slash. */
const newName = (): string => `doctor${randomBytes(NAME_BYTES).toString("hex")}`;
