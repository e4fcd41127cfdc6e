import {
  type CredentialField,
  descriptorOf,
  PROVIDER_DESCRIPTORS,
  type ProviderKind,
} from "@/lib/agents/providers/schema";
import type { Environment } from "@/lib/platform/context";
import type { Translator } from "@/messages/translator";

/** The form of all kinds: switching the kind keeps the input. Fields are named as in the API, so that its messages find them. */
export type IntegrationValues = {
  name: string;
  environment: Environment;
  /** One per line. */
  hosts: string;
  kind: ProviderKind;
  /** By the names of `CredentialField`: a checkbox is a boolean, the others are text. */
  credential: Record<string, string | boolean>;
};

/** The fields of a kind. */
const fieldsOf = (kind: ProviderKind): CredentialField[] =>
  descriptorOf(kind).form.filter((part) => part.input !== "note");

/** The value of a field before any input: the first option of a choice. */
function emptyValueOf(field: CredentialField): string | boolean {
  if (field.input === "checkbox") return false;
  return field.input === "choice" ? (field.options[0]?.value ?? "") : "";
}

export const emptyValues = (environment: Environment, kind: ProviderKind): IntegrationValues => ({
  name: "",
  environment,
  hosts: "",
  kind,
  credential: Object.fromEntries(
    PROVIDER_DESCRIPTORS.flatMap((descriptor) => fieldsOf(descriptor.kind)).map((field) => [
      field.name,
      emptyValueOf(field),
    ]),
  ),
});

const lines = (text: string): string[] => text.split(/[\s,]+/).filter((line) => line !== "");

/** `21m00Tcm4TlvDq8ikWAM Rachel`: the text before the first space is the provider's ID. */
const namedLines = (text: string): (string | { id: string; name: string })[] =>
  text
    .split(/\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const [id = "", ...name] = line.split(/\s+/);
      return name.length === 0 ? id : { id, name: name.join(" ") };
    });

/** The value that the API takes for a text, by kind of input. */
const VALUE_OF: Record<
  Exclude<CredentialField["input"], "checkbox">,
  (text: string) => string | number | readonly (string | object)[]
> = {
  text: (text) => text.trim(),
  secret: (text) => text,
  lines,
  named_lines: namedLines,
  choice: (text) => text,
  // The API names the field of another text.
  number: (text) => (/^[0-9]+$/.test(text.trim()) ? Number(text) : text),
};

const isBlank = (value: string | boolean | undefined) => value === undefined || String(value).trim() === "";

/** Whether a field belongs to the form as it is filled in: some are shown only with a checked box. */
export const isShown = (field: CredentialField, credential: IntegrationValues["credential"]): boolean =>
  field.input !== "text" || field.shownWith === undefined || credential[field.shownWith] === true;

/** The credential of the request's body. Blank fields are left out, so that they get the API's defaults. */
function credentialOf({ kind, credential }: IntegrationValues): object {
  const filled = fieldsOf(kind).filter(
    (field) => isShown(field, credential) && !isBlank(credential[field.name]),
  );
  const entries = filled.map(({ name, input }) => {
    const value = credential[name];
    return [name, input === "checkbox" ? value : VALUE_OF[input](String(value))];
  });
  return { kind, ...Object.fromEntries(entries) };
}

/** Whether the builder lists the hosts. The other kinds have one host, their server. */
export const listsHosts = (kind: ProviderKind): boolean => descriptorOf(kind).service === "tools";

/** Request body for the API. */
export function bodyOf(values: IntegrationValues) {
  const { name, environment, kind, hosts } = values;
  const credential = credentialOf(values);
  return { name, environment, credential, ...(listsHosts(kind) && { hosts: lines(hosts) }) };
}

/** The form's field for a message of the server: `hosts.0` and `credential.models.2` are one field each. */
export const fieldOf = (path: string): string => path.replace(/^(hosts|credential\.[a-z_]+)\..*$/, "$1");

/** Errors of empty required fields; the schema validates the rest. */
export function problemsOf(
  t: Translator<"integrations.connect">,
  { name, kind, hosts, credential }: IntegrationValues,
): Record<string, string> {
  const blank = fieldsOf(kind)
    .filter((field) => field.required && isBlank(credential[field.name]))
    .map((field) => `credential.${field.name}`);
  if (isBlank(name)) blank.unshift("name");
  if (listsHosts(kind) && isBlank(hosts)) blank.push("hosts");
  return Object.fromEntries(blank.map((field) => [field, t("missing")]));
}
