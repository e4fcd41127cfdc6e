import { describe, expect, it } from "vitest";
import { z } from "zod";
import { queryOf } from "@/lib/http/parse";
import { type ErrorDetail, notFound, validationError } from "@/lib/platform/errors";
import { FIELD_REASONS } from "@/lib/platform/reasons/field-reasons";
import { placeholdersIn } from "@/lib/platform/reasons/reason-table";
import { DETAIL_REASONS, ERROR_REASONS } from "@/lib/platform/reasons/reasons";
import { validationDetails } from "@/lib/platform/validation-details";
import { validationMessage } from "@/lib/platform/validation-messages";
import { en } from "@/messages/en";
import { english } from "@/messages/testing/english";
import { messagesIn } from "@/messages/testing/icu";
import { ApiError, errorOf } from "./api-error";
import { detailText, fullProblemText, problemText } from "./problem-text";

const t = english("errors");

/** The details that the API sends for a value that does not match a schema. */
function detailsOf(schema: z.ZodType, value: unknown): ErrorDetail[] {
  const { error } = schema.safeParse(value, { error: validationMessage });
  return validationDetails("body", error?.issues ?? [], value);
}

const queryDetails = (search: string): ErrorDetail[] => {
  const problems: ErrorDetail[] = [];
  queryOf(new URLSearchParams(search), problems);
  return problems;
};

const tooDeep: ErrorDetail = { in: "body", pointer: "", code: "too_deep", message: "–", params: { max: 64 } };
const CASES: [ErrorDetail[], string][] = [
  [detailsOf(z.strictObject({ name: z.string() }), {}), "This field is required."],
  [detailsOf(z.strictObject({}), { a: 1 }), "This field is unknown."],
  [queryDetails("a=1&a=2"), "Use this parameter once."],
  [queryDetails("a=%00"), "Remove characters that cannot be stored."],
  [[tooDeep], "Nest at most 64 levels."],
  [detailsOf(z.string(), 1), "Enter text."],
  [detailsOf(z.number(), "1"), "Enter a number."],
  [detailsOf(z.int(), 1.5), "Enter a whole number."],
  [detailsOf(z.boolean(), "yes"), "Enter true or false."],
  [detailsOf(z.array(z.string()), {}), "Enter a list."],
  [detailsOf(z.record(z.string(), z.string()), 1), "Enter an object."],
  [detailsOf(z.null(), 1), "Enter null."],
  [detailsOf(z.date(), "x"), "This has the wrong type."],
  [detailsOf(z.enum(["live", "test"]), "x"), "Use one of: live, test."],
  [detailsOf(z.literal("bearer"), "x"), "Use bearer."],
  [detailsOf(z.union([z.string(), z.number()]), true), "This value is not accepted."],
  [detailsOf(z.iso.datetime(), "x"), "Enter a time such as 2026-11-24T09:30:00.000Z."],
  [detailsOf(z.iso.date(), "x"), "Enter a date such as 2026-11-24."],
  [detailsOf(z.iso.time(), "x"), "Enter a time such as 09:30."],
  [detailsOf(z.email(), "x"), "Enter an email such as name@example.com."],
  [detailsOf(z.url(), "x"), "Enter a full URL such as https://example.com/path."],
  [detailsOf(z.e164(), "x"), "Use the international format, such as +12125550123."],
  [detailsOf(z.string().regex(/^a$/), "b"), "This has the wrong format."],
  [detailsOf(z.string().min(1), ""), "Enter a value."],
  [detailsOf(z.string().min(8), "a"), "Use at least 8 characters."],
  [detailsOf(z.string().length(6), "a"), "Use exactly 6 characters."],
  [detailsOf(z.string().length(6), "abcdefg"), "Use exactly 6 characters, not more."],
  [detailsOf(z.string().max(1_000), "x".repeat(1_001)), "Use at most 1,000 characters."],
  [detailsOf(z.array(z.string()).min(1), []), "Add at least 1 entry."],
  [detailsOf(z.array(z.string()).length(2), []), "Add exactly 2 entries."],
  [detailsOf(z.array(z.string()).length(1), ["", ""]), "Add exactly 1 entry, not more."],
  [detailsOf(z.array(z.string()).max(2), ["", "", ""]), "Add at most 2 entries."],
  [detailsOf(z.number().min(1), 0), "Use 1 or more."],
  [detailsOf(z.number().positive(), 0), "Use more than 0."],
  [detailsOf(z.number().max(3_650), 3_651), "Use 3,650 or less."],
  [detailsOf(z.number().lt(2), 2), "Use less than 2."],
  [detailsOf(z.number().multipleOf(5), 7), "Use a multiple of 5."],
  [detailsOf(z.record(z.enum(["a"]), z.string()), { b: "" }), "This field is unknown."],
];

describe("details of the API are translated by code and parameters", () => {
  it.each(CASES)("%j: %s", (details, text) => {
    expect(details.map((detail) => detailText(t, detail))).toContain(text);
  });

  it("covers every message of details", () => {
    const used = CASES.flatMap(([details]) =>
      details.map(({ code, params }) => (params?.rule === undefined ? code : `${code}.${params.rule}`)),
    );
    const rare = ["invalid_key", "invalid_element"];
    expect([...new Set([...used, ...rare])].sort()).toEqual(
      messagesIn(en.errors.detail)
        .map(([key]) => key)
        .sort(),
    );
  });

  it("shows a schema's own message as the server sends it", () => {
    const details = detailsOf(z.string().regex(/^a$/, "Use the letter a."), "b");
    expect(details).toMatchObject([{ code: "invalid_format", message: "Use the letter a." }]);
    expect(details[0]).not.toHaveProperty("params");
    expect(details.map((detail) => detailText(t, detail))).toEqual(["Use the letter a."]);
  });

  it("shows the server's message for a code that this version does not know", () => {
    const detail: ErrorDetail = {
      in: "body",
      pointer: "/a",
      code: "new_code",
      message: "Do this.",
      params: {},
    };
    expect(detailText(t, detail)).toBe("Do this.");
  });
});

/** The reasons of errors and details by name. */
const SENTENCES: Readonly<Record<string, { message: string }>> = {
  ...ERROR_REASONS,
  ...DETAIL_REASONS,
  ...Object.fromEntries(Object.entries(FIELD_REASONS).map(([reason, message]) => [reason, { message }])),
};

describe("reasons whose sentence names fields of the API", () => {
  it.each(messagesIn(en.errors.reason))(
    "%s has the dashboard's words with the sentence's values",
    (reason, text) => {
      const sentence = SENTENCES[reason]?.message ?? "";
      expect(sentence).not.toBe("");
      expect(placeholdersIn(text)).toEqual(placeholdersIn(sentence));
      expect(text).not.toMatch(/\b[a-z]+_[a-z]+\b/);
      const params = Object.fromEntries(placeholdersIn(sentence).map((name) => [name, name]));
      expect(problemText(t, { code: "invalid_state", reason, message: sentence, params })).not.toBe(sentence);
    },
  );

  it("are all those that forms of the dashboard can get", () => {
    const named = Object.entries(SENTENCES).filter(([, { message }]) =>
      /\b[a-z]+_[a-z]+\b|\bparameter\b|\bkind (?:twilio|sip)\b/.test(
        message.replaceAll(/\{\w+\}|<[^>]+>/g, ""),
      ),
    );
    const missing = named.map(([reason]) => reason).filter((reason) => !(reason in en.errors.reason));
    expect(missing.sort()).toEqual(API_ONLY);
  });
});

/** Reasons that only programs cause: pages send neither such parameters nor such bodies. */
const API_ONLY: readonly string[] = [
  "cursor_invalid",
  "mapping_field_unknown",
  "number_missing",
  "repeated",
  "use_a_single_position",
  "use_decision_code",
];

describe("problems", () => {
  it("are translated by code and parameters", () => {
    expect(problemText(t, notFound())).toBe("This item does not exist here.");
    const details = detailsOf(z.strictObject({ a: z.string(), b: z.string() }), {});
    const { code, message, params } = validationError(details);
    expect(fullProblemText(t, { code, message, params, details })).toBe(
      "2 fields are not valid. This field is required.",
    );
  });

  it("keep a specific message", () => {
    const error = errorOf({ code: "conflict", detail: "The agent was changed meanwhile." }, 409, null);
    expect(fullProblemText(t, error)).toBe("The agent was changed meanwhile.");
  });

  it("have a text without a response from the API", () => {
    expect(fullProblemText(t, errorOf(null, 502, null))).toBe(
      "Parley sent an unexpected response. Try again.",
    );
    expect(fullProblemText(t, new ApiError("–", { code: "unreachable", params: {} }))).toBe(
      "Parley cannot be reached. Check your connection and try again.",
    );
    expect(fullProblemText(t, new ApiError("–", { code: "offline", params: {} }))).toBe(
      "You are offline. Your changes are kept. Try again.",
    );
  });
});
