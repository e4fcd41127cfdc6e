/**
 * An argument that does not fit its position in the template. The model is told; the message quotes no value.
 */
export class ArgumentError extends Error {
  readonly parameter: string;

  constructor(parameter: string) {
    super("An argument does not fit its place in the request.");
    this.name = "ArgumentError";
    this.parameter = parameter;
  }
}

export type Arguments = Readonly<Record<string, unknown>>;

/**
 * The name of a parameter, in a schema and in a placeholder. `__proto__` cannot be a property of a plain
 * object.
 */
export const PARAMETER_NAME = "(?!__proto__)[A-Za-z_$@][A-Za-z0-9_.$@-]{0,63}";
const PLACEHOLDER = new RegExp(`\\{\\{\\s*(${PARAMETER_NAME})\\s*\\}\\}`, "g");
const WHOLE = new RegExp(`^\\{\\{\\s*(${PARAMETER_NAME})\\s*\\}\\}$`);

/** The parameters that a template uses. */
export const placeholdersIn = (template: string): string[] =>
  [...template.matchAll(PLACEHOLDER)].map((match) => match[1] ?? "");

/** The parameter, if the template consists of one placeholder. */
export const wholePlaceholder = (template: string): string | undefined => WHOLE.exec(template)?.[1];

/** Whether the template contains braces outside valid placeholders. */
export const hasStrayBraces = (template: string): boolean =>
  /\{\{|\}\}/.test(template.replace(PLACEHOLDER, ""));

/** The argument, or undefined if it is missing or null. */
export function argument(args: Arguments, name: string): unknown {
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  return value === null ? undefined : value;
}

/** Converts an argument to text: a string as is, other values as JSON, a missing one as the empty string. */
export function asText(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Replaces each placeholder by `render` of its parameter's name. */
export const fillTemplate = (template: string, render: (name: string) => string): string =>
  template.replace(PLACEHOLDER, (_match, name: string) => render(name));

/**
 * Percent-encodes an argument, so that it cannot end a segment, a value or a key (RFC 3986; unreserved
 * characters stay).
 */
export function percentEncode(args: Arguments, name: string): string {
  try {
    return encodeURIComponent(asText(argument(args, name)));
  } catch {
    throw new ArgumentError(name); // a lone surrogate, which no URL can hold
  }
}
