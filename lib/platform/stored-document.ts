import type { z } from "zod";
import { isRecord } from "@/lib/platform/is-record";

type Json = Record<string, unknown>;

/** A JSON document that a version of this code cannot read. The message has paths and codes, and no value. */
export class StoredDocumentError extends Error {
  override readonly name = "StoredDocumentError";
}

/** Converts the fields of one version to those of the next. It must not change its argument. */
export type Upgrade = (fields: Readonly<Json>) => Json;

export type StoredDocument<T extends object> = {
  /** The version that `write` stores, unless the base has a newer one. */
  readonly version: number;
  /**
   * Parses a stored document of any version. Fields that it lacks get their defaults, and fields that this code does
   * not know are left out. Throws `StoredDocumentError` for one that does not fit the schema.
   */
  read(stored: unknown): T;
  /**
   * The JSON to store for `value`. `base`: the result of `read` that the value replaces. Fields of the base that this
   * code does not know are kept, and so is its version if it is newer.
   */
  write(value: T, base?: T | undefined): Json;
};

/** The field with the version; a document without it has version 1. */
const VERSION_FIELD = "v";

/** A place within a document. An item of a list is found again by its name, else by its position. */
type Step = string | { index: number; identity: unknown };
type UnknownField = { path: Step[]; field: string; value: unknown };

const identityOf = (item: unknown): unknown =>
  isRecord(item) ? (item.name ?? item.tag ?? item.id ?? item.index) : undefined;

function stepInto(container: unknown, step: Step): unknown {
  if (typeof step === "string") return isRecord(container) ? container[step] : undefined;
  if (!Array.isArray(container)) return undefined;
  if (step.identity === undefined) return container[step.index];
  return container.find((item) => identityOf(item) === step.identity);
}

/** Removes the fields that a strict schema has reported. `document` is changed. */
function removeUnknown(document: Json, issues: readonly z.core.$ZodIssue[]): UnknownField[] {
  const removed: UnknownField[] = [];
  for (const issue of issues) {
    if (issue.code !== "unrecognized_keys") continue;
    let container: unknown = document;
    const path: Step[] = [];
    for (const key of issue.path) {
      const child: unknown = (container as Json)[key as string];
      path.push(typeof key === "number" ? { index: key, identity: identityOf(child) } : String(key));
      container = child;
    }
    for (const field of issue.keys) {
      removed.push({ path, field, value: (container as Json)[field] });
      delete (container as Json)[field];
    }
  }
  return removed;
}

function insertUnknown(document: Json, fields: readonly UnknownField[]): void {
  for (const { path, field, value } of fields) {
    const container = path.reduce(stepInto, document);
    if (isRecord(container) && !(field in container)) container[field] = value;
  }
}

/** Fields that `read` left out, by its result. */
const leftOut = new WeakMap<object, UnknownField[]>();

/**
 * Describes JSON that this code stores and reads again, perhaps years later. A strict schema leaves unknown fields out
 * of the result; a loose one keeps them in it, so that they survive in copies made with a spread. `upgrades[n]` converts version n + 1 to the
 * next, so that their number tells the current version. A new field that has a default in the schema needs no upgrade; a
 * field that is renamed, removed or reinterpreted does.
 */
export function storedDocument<T extends object>({
  name,
  schema,
  upgrades = [],
}: {
  name: string;
  schema: z.ZodType<T>;
  upgrades?: readonly Upgrade[];
}): StoredDocument<T> {
  const currentVersion = upgrades.length + 1;

  function parse(fields: Json): T {
    const first = schema.safeParse(fields);
    if (first.success) return first.data;
    const knownFields = structuredClone(fields);
    const unknown = removeUnknown(knownFields, first.error.issues);
    const second = schema.safeParse(knownFields);
    if (!second.success) {
      const problems = second.error.issues.map(({ path, code }) => `/${path.join("/")} ${code}`);
      throw new StoredDocumentError(`A stored ${name} cannot be read: ${problems.join(", ")}.`);
    }
    leftOut.set(second.data, unknown);
    return second.data;
  }

  return {
    version: currentVersion,
    read(stored) {
      if (!isRecord(stored)) throw new StoredDocumentError(`A stored ${name} is not an object.`);
      const { [VERSION_FIELD]: version = 1, ...fields } = stored;
      if (typeof version !== "number" || !Number.isInteger(version) || version < 1)
        throw new StoredDocumentError(`A stored ${name} has no valid version.`);
      const upgraded = upgrades.slice(version - 1).reduce<Json>((older, upgrade) => upgrade(older), fields);
      // A newer version is an unknown field like others: it is kept, so that newer code does not upgrade again.
      return parse(version > currentVersion ? { [VERSION_FIELD]: version, ...upgraded } : upgraded);
    },
    write(value, base) {
      const unknown = base === undefined ? undefined : leftOut.get(base);
      const copy = { ...value } as Json;
      const document = unknown === undefined ? copy : structuredClone(copy);
      insertUnknown(document, unknown ?? []);
      if (currentVersion > 1) document[VERSION_FIELD] ??= currentVersion;
      return document;
    },
  };
}
