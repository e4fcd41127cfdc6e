import type { EnvProblem } from "@/lib/platform/read-env";
import { counted, type Finding, failed, passed, warning } from "./finding";

type Input = { problems: readonly EnvProblem[]; misspelled: readonly string[]; set: readonly string[] };

/** Whether every variable has a valid value. Names variables of the product, never values or names that an operator chose. */
export function checkEnvironment({ problems, misspelled, set }: Input): Finding {
  if (problems.length > 0)
    return failed(
      problems.map(({ name, message }) => `${name}: ${message}`).join("; "),
      "Correct these variables, as .env.example describes them. Parley does not start with them.",
    );
  if (misspelled.length > 0)
    return warning(
      `Parley does not read ${counted(misspelled.length, "variable")} whose names begin with PARLEY_`,
      "Compare the names (env | grep ^PARLEY_) with .env.example: a misspelled variable has no effect.",
    );
  return passed(
    set.length === 0 ? "no variable is set" : `${counted(set.length, "variable")} set, all valid`,
  );
}
