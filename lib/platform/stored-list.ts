import { z } from "zod";

type Check = (value: unknown) => boolean;

export const isInteger: Check = Number.isInteger;
export const isNumber: Check = (value) => typeof value === "number" && Number.isFinite(value);
export const isText: Check = (value) => typeof value === "string";
export const isFlag: Check = (value) => typeof value === "boolean";
export const isOneOf = (values: readonly string[]): Check => {
  const allowed = new Set<unknown>(values);
  return (value) => allowed.has(value);
};
export const isNullOr =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

/**
 * The schema of a stored list of objects with these fields. It accepts and keeps other fields, like
 * `z.looseObject`, and copies nothing, as a transcript of 200 turns is read on each request
 * (`npm run bench -- --case=call`).
 */
export function storedList<T>(fields: Readonly<Record<string, Check>>): z.ZodType<T[]> {
  const checks = Object.entries(fields);
  const isItem = (item: unknown): boolean => {
    if (typeof item !== "object" || item === null) return false;
    for (const [name, check] of checks) if (!check((item as Record<string, unknown>)[name])) return false;
    return true;
  };
  return z.custom<T[]>((value) => Array.isArray(value) && value.every(isItem));
}
