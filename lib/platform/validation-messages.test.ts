import { describe, expect, it } from "vitest";
import { z } from "zod";
import { validationMessage } from "./validation-messages";

/** The messages for a value that does not match a schema. */
const messagesOf = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value, { error: validationMessage }).error?.issues.map(({ message }) => message) ?? [];

describe("describes each issue in a plain sentence with its limit", () => {
  const named = z.strictObject({ kind: z.literal("a") });
  it.each([
    ["a missing field", z.strictObject({ name: z.string() }), {}, "This field is required."],
    ["a missing choice", z.strictObject({ type: z.enum(["a", "b"]) }), {}, "This field is required."],
    ["no text", z.string(), 1, "Give text."],
    ["no number", z.number(), "1", "Give a number."],
    ["no whole number", z.int(), 1.5, "Give a whole number."],
    ["no boolean", z.boolean(), "yes", "Give true or false."],
    ["no list", z.array(z.string()), {}, "Give a list."],
    ["no object", z.strictObject({}), [], "Give an object."],
    ["no record", z.record(z.string(), z.string()), 1, "Give an object."],
    ["empty text", z.string().min(1), "", "Write something."],
    ["short text", z.string().min(8), "a", "Use at least 8 characters."],
    ["long text", z.string().max(1_000), "x".repeat(1_001), "Use at most 1,000 characters."],
    ["text of another length", z.string().length(6), "a", "Use exactly 6 characters."],
    ["a short list", z.array(z.string()).min(1), [], "Give at least 1 entry."],
    ["a long list", z.array(z.string()).max(2), ["", "", ""], "Give at most 2 entries."],
    ["a small number", z.number().min(1), 0, "Use 1 or more."],
    ["a number at the open limit", z.number().positive(), 0, "Use more than 0."],
    ["a big number", z.number().max(3_650), 3_651, "Use 3,650 or less."],
    ["a number below the open limit", z.number().lt(2), 2, "Use less than 2."],
    ["an odd step", z.number().multipleOf(5), 7, "Use a multiple of 5."],
    ["an unknown choice", z.enum(["live", "test"]), "other", "Use one of: live, test."],
    ["another literal", z.literal("bearer"), "other", "Use bearer."],
    ["no time", z.iso.datetime(), "tomorrow", "Give a time such as 2026-11-24T09:30:00.000Z."],
    ["a form without a name", z.string().regex(/^a$/), "b", "This has the wrong format."],
    ["no form of several", z.union([z.string(), z.number()]), true, "This has none of the accepted forms."],
    ["another kind", z.discriminatedUnion("kind", [named]), { kind: "b" }, "Use a."],
    ["an unknown field", z.strictObject({}), { a: 1 }, "This contains an unknown field."],
  ])("%s", (_, schema, value, message) => {
    expect(messagesOf(schema, value)).toEqual([message]);
  });
});

it("keeps a schema's own message", () => {
  expect(messagesOf(z.string().regex(/^a$/, "Use the letter a."), "b")).toEqual(["Use the letter a."]);
});

it("does not repeat the sent value", () => {
  const secret = "canary-4111";
  const schema = z.strictObject({ a: z.number(), b: z.enum(["x"]), c: z.email(), d: z.string().max(3) });
  const messages = messagesOf(schema, { a: secret, b: secret, c: secret, d: secret, [secret]: 1 });
  expect(messages).toHaveLength(5);
  expect(messages.join()).not.toContain(secret);
});
