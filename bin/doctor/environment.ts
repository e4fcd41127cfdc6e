import { type Env, type EnvProblem, parseEnv, readEnv, VARIABLE_NAMES } from "@/lib/platform/read-env";
import { readSecretFiles, SECRETS } from "../start/secret-files.mjs";

/** Variables that are missing if the first of a pair is set. Without that one the rest of the environment can be read. */
const REQUIRED_BY: Readonly<Record<string, readonly string[]>> = {
  MAIL_FROM: ["SMTP_URL"],
  PARLEY_BASE_URL: ["SMTP_URL"],
  S3_ACCESS_KEY_ID: ["S3_BUCKET"],
  S3_SECRET_ACCESS_KEY: ["S3_BUCKET"],
  DATABASE_URL: ["DATABASE_DIRECT_URL"],
  METRICS_TOKEN: ["METRICS_HOST"],
  ROOT_KEY: ["ROOT_KEY_SOURCE"],
  KMS_KEY_ID: ["ROOT_KEY_SOURCE"],
  AWS_REGION: ["ROOT_KEY_SOURCE"],
  VAULT_ADDR: ["ROOT_KEY_SOURCE"],
  VAULT_TRANSIT_KEY: ["ROOT_KEY_SOURCE"],
  VAULT_TOKEN: ["ROOT_KEY_SOURCE"],
  VAULT_SECRET_ID: ["ROOT_KEY_SOURCE"],
  TLS_CERT: ["TLS_KEY"],
  TLS_KEY: ["TLS_CERT"],
};
/** A removed variable can reveal another problem. The list above ends within this many rounds. */
const MAX_ROUNDS = 5;
/** Variables of the starters and the tests, which `.env.example` does not list. */
const INTERNAL = /^PARLEY_(?:SUPERVISED$|TEST_)/;

export type DoctorEnvironment = {
  /** The valid part of the environment. */
  env: Env;
  problems: EnvProblem[];
  /** Names of variables that are not valid, and of variables that need them. Checks of these are skipped. */
  invalid: ReadonlySet<string>;
  /** Names of Parley's variables that are set. */
  set: string[];
  /** Names that begin like Parley's variables and are none. */
  misspelled: string[];
};

type Variables = Record<string, string | undefined>;

/** Sets the secrets that are in files (`<name>_FILE`), and lists the files that cannot be read. */
function readSecrets(variables: Variables): EnvProblem[] {
  return SECRETS.flatMap((name) => {
    const file = `${name}_FILE`;
    if (!variables[file]) return [];
    try {
      const { [name]: value } = readSecretFiles({ [name]: variables[name], [file]: variables[file] });
      if (value !== undefined) variables[name] = value;
      return [];
    } catch {
      delete variables[name];
      return [{ name, message: `cannot be read from the file of ${file}, or both are set` }];
    } finally {
      delete variables[file];
    }
  });
}

/** Messages about fields of a JSON value name the field, which the operator chose. */
const publicProblem = ({ name, message }: EnvProblem): EnvProblem => {
  const [variable = name] = name.split(".");
  return { name: variable, message: variable === "PROVIDER_PRICES" ? "is not valid" : message };
};

/** Reads the environment as far as it is valid. Removes invalid variables from `variables`, and sets secrets from files. */
export function readEnvironment(variables: Variables): DoctorEnvironment {
  const set = VARIABLE_NAMES.filter((name) => variables[name] || variables[`${name}_FILE`]);
  const problems = readSecrets(variables);
  const invalid = new Set(problems.map(({ name }) => name));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const parsed = parseEnv(variables);
    if (parsed.env !== null)
      return { env: parsed.env, problems, invalid, set, misspelled: findMisspelled(variables) };
    for (const problem of parsed.problems.map(publicProblem)) {
      const { name } = problem;
      if (!invalid.has(name)) problems.push(problem);
      for (const removed of variables[name] ? [name] : [name, ...(REQUIRED_BY[name] ?? [])]) {
        invalid.add(removed);
        delete variables[removed];
      }
    }
  }
  // A rule that is not in the list above. The checks of every variable are skipped, and the report names the problems.
  for (const name of VARIABLE_NAMES) {
    if (variables[name]) invalid.add(name);
    delete variables[name];
  }
  return { env: readEnv({}), problems, invalid, set, misspelled: findMisspelled(variables) };
}

const findMisspelled = (variables: Variables): string[] =>
  Object.keys(variables).filter(
    (name) => name.startsWith("PARLEY_") && !VARIABLE_NAMES.includes(name) && !INTERNAL.test(name),
  );

/** Reads this process's environment, and leaves only valid variables in it: the product's modules read it at their import. */
export function adoptEnvironment(): DoctorEnvironment {
  const environment = readEnvironment(process.env);
  // The log's lines would be between those of the report.
  process.env.LOG_LEVEL = "silent";
  return environment;
}
