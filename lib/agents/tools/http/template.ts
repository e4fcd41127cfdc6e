/** A value that does not fit where the template puts it. It is the model's fault and told to it; it quotes nothing. */
export class ArgumentError extends Error {
  readonly parameter: string;

  constructor(parameter: string) {
    super("An argument does not fit its place in the request.");
    this.name = "ArgumentError";
    this.parameter = parameter;
  }
}

export type Arguments = Readonly<Record<string, unknown>>;

/** The name of a parameter, in a schema and in a placeholder. `__proto__` would be no property of a plain object. */
export const PARAMETER_NAME = "(?!__proto__)[A-Za-z_$@][A-Za-z0-9_.$@-]{0,63}";
const PLACEHOLDER = new RegExp(`\\{\\{\\s*(${PARAMETER_NAME})\\s*\\}\\}`, "g");
const WHOLE = new RegExp(`^\\{\\{\\s*(${PARAMETER_NAME})\\s*\\}\\}$`);

/** The parameters that a template names. */
export const placeholdersIn = (template: string): string[] =>
  [...template.matchAll(PLACEHOLDER)].map((match) => match[1] ?? "");

/** The parameter, if the template is one placeholder and nothing else. */
export const wholePlaceholder = (template: string): string | undefined => WHOLE.exec(template)?.[1];

/** Whether braces are left that look like a placeholder but are none. */
export const hasStrayBraces = (template: string): boolean =>
  /\{\{|\}\}/.test(template.replace(PLACEHOLDER, ""));

/** The argument, or undefined if it is missing or null. */
export function argument(args: Arguments, name: string): unknown {
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  return value === null ? undefined : value;
}

/** An argument as text: a string as it is, anything else as JSON; nothing for a missing one. */
export function asText(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The template with each placeholder replaced by `render` of its parameter's name. */
export const fill = (template: string, render: (name: string) => string): string =>
  template.replace(PLACEHOLDER, (_match, name: string) => render(name));

/** An argument percent-encoded: nothing of it can end a segment, a value or a key (RFC 3986, unreserved stays). */
export function percentEncoded(args: Arguments, name: string): string {
  try {
    return encodeURIComponent(asText(argument(args, name)));
  } catch {
    throw new ArgumentError(name); // a lone surrogate, which no URL can hold
  }
}
