import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as agents from "./agents";
import * as calls from "./calls";
import { PROBLEMS } from "./codes";
import * as contacts from "./contacts";
import * as data from "./data";
import { DECISION_REASONS } from "./decisions";
import { FIELD_REASONS, fieldReason } from "./field-reasons";
import * as fieldSentences from "./field-sentences";
import * as http from "./http";
import * as identity from "./identity";
import * as identityAuth from "./identity-auth";
import * as masking from "./masking";
import * as outreach from "./outreach";
import * as platform from "./platform";
import { type DetailReasons, type ErrorReasons, placeholdersIn, writeSentence } from "./reason-table";
import { DETAIL_REASONS, ERROR_REASONS } from "./reasons";
import * as voice from "./voice";
import { writeFieldSentence } from "./write-field-sentence";

const FOLDER = "lib/platform/reasons";
const TABLES = [
  agents,
  calls,
  contacts,
  data,
  http,
  identity,
  identityAuth,
  masking,
  outreach,
  platform,
  voice,
];

/** The source of the product, without the tables and the tests. */
const SOURCES = ["lib", "app", "bin"]
  .flatMap((root) =>
    readdirSync(root, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.includes(".test."))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  .filter((path) => !path.startsWith(FOLDER) && !path.includes("/testing/"))
  .map((path) => readFileSync(path, "utf8"))
  .join("\n");

/** Reasons that the code composes: `campaign_cannot_${verb}`. */
const COMPOSED = [...SOURCES.matchAll(/`([a-z_]*)\$\{[\w.]+\}([a-z_]*)`/g)]
  .map(([, start = "", end = ""]) => ({ start, end }))
  .filter(({ start, end }) => start.endsWith("_") || end.startsWith("_"));

const isUsed = (reason: string): boolean =>
  SOURCES.includes(`"${reason}"`) ||
  COMPOSED.some(({ start, end }) => reason.startsWith(start) && reason.endsWith(end));

const errors: ErrorReasons = ERROR_REASONS;
const details: DetailReasons = DETAIL_REASONS;
const all = [...Object.entries(errors), ...Object.entries(details)];

describe("the table of reasons", () => {
  it("names each reason once", () => {
    const names = TABLES.flatMap((tables) => Object.values(tables).flatMap((table) => Object.keys(table)));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.length).toBe(all.length);
    expect(Object.keys(FIELD_REASONS).filter((reason) => names.includes(reason))).toEqual([]);
  });

  it("has no reason that is not used", () => {
    expect(all.map(([reason]) => reason).filter((reason) => !isUsed(reason))).toEqual([]);
    expect(Object.keys(DECISION_REASONS).filter((reason) => !isUsed(reason))).toEqual([]);
    expect(Object.keys(fieldSentences).filter((name) => !SOURCES.includes(name))).toEqual([]);
  });

  it("has names that clients can compare, and a sentence for each", () => {
    for (const [reason, { message }] of all) {
      expect(reason).toMatch(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/);
      expect(message, reason).toMatch(/[.}]$/);
    }
  });

  it("names a standard sentence after its code, and nothing else after another code", () => {
    for (const [reason, { code, isStandard }] of all) {
      if (isStandard === true) expect(reason).toBe(code);
      if (Object.hasOwn(PROBLEMS, reason)) expect(code).toBe(reason);
    }
  });

  it("writes each sentence with exactly its parameters", () => {
    for (const [reason, { message, singular }] of all) {
      const names = placeholdersIn(message);
      const params = Object.fromEntries(names.map((name) => [name, `[${name}]`]));
      const text = writeSentence({ message }, params);
      for (const name of names) expect(text, reason).toContain(`[${name}]`);
      for (const name of names)
        expect(() => writeSentence({ message }, { ...params, [name]: undefined } as never), reason).toThrow(
          name,
        );
      if (singular !== undefined) expect(names).toEqual(["count"]);
    }
  });
});

describe("a schema's own sentence", () => {
  it("has a reason", () => {
    expect(fieldReason("Use base64.")).toEqual({ reason: "use_base64" });
    expect(fieldReason("My own words.")).toEqual({});
  });

  it("has the parameters that it was written with", () => {
    const text = writeFieldSentence(fieldSentences.TOO_MANY_KEYS, { max: 7 });
    expect(text).toBe("Use at most 7 keys.");
    expect(fieldReason(text)).toEqual({ reason: "too_many_keys", params: { max: 7 } });
  });

  it("is not that of another reason", () => {
    const sentences = Object.values(FIELD_REASONS);
    expect(sentences.length).toBeGreaterThan(80);
    expect(new Set(sentences).size).toBe(sentences.length);
  });
});
