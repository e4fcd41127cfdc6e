import { z } from "zod";
import { isRecord } from "@/lib/platform/is-record";

type Check = (value: unknown) => boolean;
type Fields = Readonly<Record<string, Check>>;

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
export const isAbsentOr =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
export const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

/** Whether each value of an object passes. The object can have any names. */
export const isRecordOf =
  (check: Check): Check =>
  (value) =>
    isRecord(value) && Object.values(value).every(check);

/** Whether an object has these fields. It can have more. */
export function hasFields(fields: Fields): Check {
  const checks = Object.entries(fields);
  return (value) => isRecord(value) && checks.every(([name, check]) => check(value[name]));
}

/**
 * The schema of a stored object with these fields. It accepts and keeps other fields, like `z.looseObject`, and copies
 * nothing: calls are read on each request, a page of 50 or a transcript of 200 turns at once
 * (`npm run bench -- --case=call,sealed`).
 */
export function storedShape<T extends object>(fields: Fields): z.ZodType<T> {
  const checks = Object.entries(fields);
  return z.custom<T>(isRecord).check(({ value, issues }) => {
    for (const [name, check] of checks) {
      const field: unknown = (value as Record<string, unknown>)[name];
      if (!check(field))
        issues.push({ code: "custom", path: [name], input: undefined, message: "Invalid field." });
    }
  });
}
