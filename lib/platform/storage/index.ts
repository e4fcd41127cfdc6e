import { join } from "node:path";
import { env } from "@/lib/platform/env";
import { fileStorage } from "./files";
import type { Storage } from "./port";
import { s3Storage } from "./s3";

export { checkStored } from "./check";
export { hasAllChunks, type Storage, StorageFailure } from "./port";
export { writeFileAtomically } from "./write-file-atomically";

let instance: Storage | undefined;

function bucketOrFiles(): Storage {
  const { S3_BUCKET: bucket, S3_REGION: region } = env;
  if (bucket === undefined) return fileStorage(join(env.DATA_DIR, "storage"));
  return s3Storage({
    endpoint: env.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`,
    region,
    bucket,
    prefix: env.S3_PREFIX,
    accessKeyId: env.S3_ACCESS_KEY_ID ?? "",
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? "",
  });
}

/** Where this installation keeps its chunks: the bucket of `S3_BUCKET`, else files under `DATA_DIR/storage`. */
export function storage(): Storage {
  instance ??= bucketOrFiles();
  return instance;
}
