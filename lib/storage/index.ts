import { join } from "node:path";
import { env } from "@/lib/env";
import { fileStorage } from "./files";
import type { Storage } from "./port";

export { type Storage, StorageFailure } from "./port";

let made: Storage | undefined;

/** Where this installation keeps its chunks: files under `DATA_DIR/storage`. */
export function storage(): Storage {
  made ??= fileStorage(join(env.DATA_DIR, "storage"));
  return made;
}
