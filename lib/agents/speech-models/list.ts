import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { AsyncCache } from "@/lib/platform/expiring-map";
import { recognizeModel, type SpeechModel } from "./recognize-model";

/** The operator adds models by hand; a folder with more entries is not meant for models. */
const MAX_MODELS = 50;
const MAX_FILES = 500;
/** The folder is read again after this time, so that a new model appears without a restart. */
const TTL_MS = 10_000;
/** Folders that can be the name of a transcriber. Hidden folders hold unfinished downloads. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
/** The file of a model that `npm run speech -- fetch` writes, or the operator by hand. */
export const MANIFEST = "parley.json";
const MAX_MANIFEST_BYTES = 64 * 1_024;

export const SpeechModelManifest = z.looseObject({
  /** ISO 639 codes of the languages that the model transcribes. */
  languages: z
    .array(z.string().regex(/^[a-z]{2,3}$/))
    .max(200)
    .optional(),
  /** The digest of the archive that the model was unpacked from. */
  sha256: z.string().optional(),
});
export type SpeechModelManifest = z.output<typeof SpeechModelManifest>;

/** Reads what is recorded about a model; null if there is no manifest, or no valid one. */
export async function readManifest(folder: string): Promise<SpeechModelManifest | null> {
  const file = join(folder, MANIFEST);
  try {
    if ((await stat(file)).size > MAX_MANIFEST_BYTES) return null;
    return SpeechModelManifest.safeParse(JSON.parse(await readFile(file, "utf8"))).data ?? null;
  } catch {
    return null;
  }
}

/** A folder of models, with what it holds; `model` is null if the content is not recognized. */
export type SpeechModelFolder = { name: string; model: SpeechModel | null };

async function readFolder(dir: string, name: string): Promise<SpeechModelFolder | null> {
  const folder = join(dir, name);
  try {
    if (!(await stat(folder)).isDirectory()) return null;
    const files = (await readdir(folder)).slice(0, MAX_FILES);
    const model = await recognizeModel(folder, name, files);
    const languages = model && (await readManifest(folder))?.languages;
    return { name, model: model && languages ? { ...model, languages } : model };
  } catch {
    // The folder was removed meanwhile, or this user cannot read it.
    return { name, model: null };
  }
}

/** Reads all folders of `dir`, by name. Returns none if `dir` does not exist. */
export async function readModelFolders(dir: string): Promise<SpeechModelFolder[]> {
  const names = await readdir(dir).catch(() => []);
  const folders = names
    .filter((name) => NAME.test(name))
    .sort()
    .slice(0, MAX_MODELS)
    .map((name) => readFolder(dir, name));
  return (await Promise.all(folders)).filter((folder) => folder !== null);
}

const cache = new AsyncCache({ ttlMs: TTL_MS, limit: 4 }, async (dir: string) =>
  (await readModelFolders(dir)).flatMap(({ model }) => (model === null ? [] : [model])),
);

/** The models of a folder. The result is up to ten seconds old. */
export const listSpeechModels = (dir: string): Promise<readonly SpeechModel[]> => cache.get(dir);
