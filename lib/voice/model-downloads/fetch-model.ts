import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MANIFEST, recognizeModel, type SpeechModelManifest } from "@/lib/agents/speech-models";
import type { CatalogModel } from "./catalog";
import { type DownloadOptions, download } from "./download";
import { unpackModel } from "./unpack-model";

/** Room for an archive whose size the catalog does not state exactly: a file that the operator supplies. */
const MAX_ARCHIVE_BYTES = 4 * 1_024 ** 3;
/** Hidden, so that no unfinished model is listed. */
const DOWNLOADS = ".downloads";
/** Digests of the archives of first downloads, by model. */
const DIGESTS = "digests.json";

export class FetchError extends Error {}

async function digestOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex");
}

async function readDigests(file: string): Promise<Record<string, string>> {
  const text = await readFile(file, "utf8").catch(() => "{}");
  try {
    return JSON.parse(text) as Record<string, string>;
  } catch {
    throw new FetchError(`${file} is damaged. Correct or remove it.`);
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

export type FetchOptions = Pick<DownloadOptions, "onProgress" | "idleMs" | "retryMs"> & {
  /** A file on this machine in place of the download, for machines without a connection. */
  archive?: string | undefined;
};

/** Result of a fetch. `isFirstDigest`: no digest was known, so the archive was taken as it came, and is recorded. */
export type FetchedModel = { folder: string; sha256: string; isFirstDigest: boolean };

/**
 * Downloads a model into `dir`, verifies its digest, unpacks it beside its final place and moves it there. Throws an
 * error that says what to do. An interrupted download is continued by the next call.
 */
export async function fetchModel(
  model: CatalogModel,
  dir: string,
  { archive, ...options }: FetchOptions = {},
): Promise<FetchedModel> {
  const folder = join(dir, model.name);
  if (await exists(folder)) throw new FetchError(`${folder} exists. Remove it to install the model again.`);
  const downloads = join(dir, DOWNLOADS);
  await mkdir(downloads, { recursive: true });
  const file = archive ?? join(downloads, `${model.name}.part`);
  const unpacked = join(downloads, `${model.name}.unpacked`);
  await rm(unpacked, { recursive: true, force: true });
  if (archive === undefined)
    await download(model.url, file, { ...options, bytes: model.bytes, maxBytes: MAX_ARCHIVE_BYTES });

  const sha256 = await digestOf(file);
  const digestsFile = join(dir, DOWNLOADS, DIGESTS);
  const digests = await readDigests(digestsFile);
  const expected = model.sha256 ?? digests[model.name];
  if (expected !== undefined && expected !== sha256) {
    if (archive === undefined) await rm(file, { force: true });
    throw new FetchError(
      model.sha256 === undefined
        ? `The archive is not the one of the first download (SHA-256 ${expected}, now ${sha256}). If the publisher has replaced it, remove its line from ${digestsFile}.`
        : `The archive has the SHA-256 ${sha256} instead of ${expected}. It was changed on its way, or replaced.`,
    );
  }

  await unpackModel(file, unpacked);
  const recognized = await recognizeModel(unpacked, model.name, await readdir(unpacked));
  if (recognized?.kind !== model.kind) {
    await rm(unpacked, { recursive: true, force: true });
    throw new FetchError(`The archive does not hold the model ${model.name}.`);
  }
  const manifest: SpeechModelManifest = {
    languages: [...model.languages],
    sha256,
    publisher: model.publisher,
    license: model.license,
    source: model.url,
  };
  await writeFile(join(unpacked, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  const isFirstDigest = expected === undefined;
  if (isFirstDigest)
    await writeFile(digestsFile, `${JSON.stringify({ ...digests, [model.name]: sha256 }, null, 2)}\n`);
  await rename(unpacked, folder);
  if (archive === undefined) await rm(file, { force: true });
  return { folder, sha256, isFirstDigest };
}
