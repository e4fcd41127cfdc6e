import type { DayZone } from "./day-range";

export type Option = { value: string; label: string };
type Named = { id: string; label: string };

/** One of several values. `options` can be a function that loads them when they are needed. */
export type ChoiceFilter = Named & {
  kind: "choice";
  options: readonly Option[] | (() => Promise<readonly Option[]>);
};
/** A text, with suggestions. */
export type TextFilter = Named & {
  kind: "text";
  placeholder?: string;
  maxLength: number;
  suggestions?: readonly string[];
};
/** Whole days, as two times of the address. */
export type DaysFilter = Named & { kind: "days"; after: string; before: string; zone: DayZone };
/** Whole seconds, as two numbers of milliseconds of the address. */
export type DurationFilter = Named & { kind: "duration"; min: string; max: string };

/** A filter of a list. The `id` of a choice and of a text is the parameter of the address that has its value. */
export type Filter = ChoiceFilter | TextFilter | DaysFilter | DurationFilter;
/** Reads a parameter of the address. */
export type Get = (name: string) => string | null | undefined;
/** Parameters to set; null removes one. */
export type Changes = Readonly<Record<string, string | null>>;

/** The parameters of the address that a filter sets. */
export function parametersOf(filter: Filter): readonly string[] {
  if (filter.kind === "days") return [filter.after, filter.before];
  if (filter.kind === "duration") return [filter.min, filter.max];
  return [filter.id];
}

export const isActive = (filter: Filter, get: Get): boolean =>
  parametersOf(filter).some((name) => Boolean(get(name)));

/** Removes parameters, for `address.set`. */
export const without = (names: readonly string[]): Changes =>
  Object.fromEntries(names.map((name) => [name, null]));
