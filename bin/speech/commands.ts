import { parseArgs } from "node:util";
import { readModelFolders, type SpeechModel, speechModelsDir } from "@/lib/agents/speech-models";
import { checkModel, LOCAL_ANSWER_MS, type ModelCheck } from "@/lib/voice/local-speech";
import { CATALOG, type CatalogModel, fetchModel } from "@/lib/voice/model-downloads";
import { UsageError } from "../operator/operate";

const USAGE = `Usage: npm run speech -- <command>
  list                            lists the models that can be downloaded and those that are installed
  fetch <model>                   downloads a model from its publisher and installs it
  fetch <model> --archive <file>  installs a model from a file that was downloaded elsewhere
  check [<model>]                 loads the installed models and measures their speed`;

const MEGABYTE = 1_000_000;
const SECOND_MS = 1_000;
/** Progress is reported at each of these shares. */
const PROGRESS_PERCENT = 5;

/** Receives lines that are no result, such as progress. */
export type Report = (line: string) => void;

export type SpeechCommandDependencies = {
  dir?: string;
  catalog?: readonly CatalogModel[];
  check?: (model: SpeechModel) => Promise<ModelCheck>;
};
type Dependencies = Required<SpeechCommandDependencies> & { report: Report };

const megabytes = (bytes: number): string => `${Math.round(bytes / MEGABYTE)} MB`;
const seconds = (ms: number): string => `${(ms / SECOND_MS).toFixed(1)} s`;
const languagesOf = (languages: readonly string[] | null): string =>
  languages?.join(" ") ?? "unknown languages";

async function list({ dir, catalog }: Dependencies): Promise<string> {
  const folders = await readModelFolders(dir);
  const installed = folders.map(({ name, model }) =>
    model === null
      ? `  ${name}  is not a model that Parley can run`
      : `  local:${name}  ${model.kind}  ${languagesOf(model.languages)}`,
  );
  const available = catalog.map(
    ({ name, publisher, license, bytes, languages, url, sha256 }) =>
      `  ${name}  ${megabytes(bytes)}  ${publisher}, ${license}  ${languagesOf(languages)}\n    ${url}\n    ${
        sha256 === undefined ? "no digest is known: it is recorded at the first download" : `sha256 ${sha256}`
      }`,
  );
  return [
    `Installed in ${dir}:`,
    ...(installed.length === 0 ? ["  none"] : installed),
    "Available:",
    ...available,
  ].join("\n");
}

function progressReporter(report: Report): (received: number, total: number | undefined) => void {
  let reported = -1;
  return (received, total) => {
    const step = total === undefined ? 0 : Math.floor((received / total) * (100 / PROGRESS_PERCENT));
    if (step === reported) return;
    reported = step;
    report(`${megabytes(received)}${total === undefined ? "" : ` of ${megabytes(total)}`}`);
    if (received === total) report("Verifying and unpacking, which can take minutes.");
  };
}

async function fetch(
  { dir, catalog, report }: Dependencies,
  [name]: string[],
  archive: string | undefined,
): Promise<string> {
  const model = catalog.find((candidate) => candidate.name === name);
  if (model === undefined)
    throw new UsageError(
      `Choose a model: ${catalog.map((candidate) => candidate.name).join(", ")}.\n${USAGE}`,
    );
  report(
    `${model.name} of ${model.publisher}, license ${model.license}${archive === undefined ? `, from ${model.url}` : ""}`,
  );
  const { folder, sha256, isFirstDigest } = await fetchModel(model, dir, {
    archive,
    onProgress: progressReporter(report),
  });
  const digest = isFirstDigest
    ? `SHA-256 ${sha256}, recorded as no digest of this archive was known`
    : `SHA-256 ${sha256}, as expected`;
  return `Installed in ${folder}. ${digest}.\nChoose the transcriber local:${model.name} in an agent.`;
}

function checkLine(
  { name }: SpeechModel,
  { loadMs, answerMs, problem }: ModelCheck,
): [ok: boolean, line: string] {
  if (problem !== null) return [false, `local:${name}  FAILED  ${problem}`];
  const times = `loads in ${seconds(loadMs)}, words ${seconds(answerMs)} after an answer of 3 s`;
  return answerMs <= LOCAL_ANSWER_MS
    ? [true, `local:${name}  ok  ${times}`]
    : [
        false,
        `local:${name}  TOO SLOW  ${times}: calls would use the built-in transcriber. Choose a smaller model.`,
      ];
}

async function check({ dir, check: checkOne }: Dependencies, [name]: string[]): Promise<string> {
  const folders = (await readModelFolders(dir)).filter(
    (folder) => name === undefined || folder.name === name,
  );
  if (folders.length === 0) throw new UsageError(`No model is installed in ${dir}.\n${USAGE}`);
  const lines: string[] = [];
  for (const folder of folders) {
    const [ok, line] =
      folder.model === null
        ? ([false, `${folder.name}  FAILED  is not a model that Parley can run`] as const)
        : checkLine(folder.model, await checkOne(folder.model));
    if (!ok) process.exitCode = 1;
    lines.push(line);
  }
  return lines.join("\n");
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: { archive: { type: "string" } }, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : "Invalid arguments."}\n${USAGE}`);
  }
}

/** Runs a command about speech models and returns its output. Throws `UsageError` for wrong usage. */
export async function runSpeechCommand(
  args: string[],
  report: Report,
  dependencies: SpeechCommandDependencies = {},
): Promise<string> {
  const { positionals, values } = parse(args);
  const [command, ...names] = positionals;
  const all = { dir: speechModelsDir(), catalog: CATALOG, check: checkModel, ...dependencies, report };
  if (names.length <= 1) {
    if (command === "list") return list(all);
    if (command === "fetch") return fetch(all, names, values.archive);
    if (command === "check") return check(all, names);
  }
  throw new UsageError(USAGE);
}
