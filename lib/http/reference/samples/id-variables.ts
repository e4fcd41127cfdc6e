type Language = "curl" | "typescript" | "python";

/** Replaces the quoted texts of a program that contain an identifier, such as an address. */
const replaceTexts = (sample: string, id: string, replace: (before: string, after: string) => string) =>
  sample.replaceAll(/"[^"]*"/g, (quoted) => {
    const [before, after] = quoted.slice(1, -1).split(id);
    return before === undefined || after === undefined ? quoted : replace(before, after);
  });

/** Environment variables by the identifiers of examples that they replace. */
export type IdVariables = Readonly<Record<string, string>>;

const READERS: Readonly<Record<Language, (sample: string, id: string, variable: string) => string>> = {
  // A JSON body is in single quotes, in which a shell replaces nothing, so the variable stands between two of them.
  curl: (sample, id, variable) =>
    sample.replaceAll(`"${id}"`, `"'"$${variable}"'"`).replaceAll(id, `$${variable}`),
  typescript: (sample, id, variable) =>
    replaceTexts(sample.replaceAll(`"${id}"`, `process.env.${variable}`), id, (before, after) =>
      ["`", before, "${process.env.", variable, "}", after, "`"].join(""),
    ),
  python: (sample, id, variable) =>
    replaceTexts(
      sample.replaceAll(`"${id}"`, `os.environ["${variable}"]`),
      id,
      (before, after) => `f"${before}{os.environ['${variable}']}${after}"`,
    ),
};

/** Replaces identifiers of a sample by environment variables, in the language's own way. */
export const readIdVariables = (language: Language, sample: string, variables: IdVariables): string =>
  Object.entries(variables).reduce((text, [id, variable]) => READERS[language](text, id, variable), sample);
