import { expect, test } from "vitest";
import { addressOf } from "./api";
import { ApiError } from "./api-error";

const detail = (pointer: string, message: string, place: "body" | "query" = "body") => ({
  in: place,
  pointer,
  code: "invalid",
  message,
});

test("the server's messages are found under the names of a form's fields, the first of each", () => {
  const error = new ApiError("3 fields are not valid.", {
    details: [
      detail("/name", "Write something."),
      detail("/name", "And shorter."),
      detail("/variables/0/name", "Use letters."),
      detail("/headers/a~1b~0c", "Not this."),
      detail("", "Send an object."),
      detail("/cursor", "Use a cursor.", "query"),
    ],
  });
  expect(error.fields(({ message }) => message)).toEqual({
    name: "Write something.",
    "variables.0.name": "Use letters.",
    "headers.a/b~c": "Not this.",
  });
});

test("an address has its parameters escaped, and only the given values of the query", () => {
  expect(
    addressOf("/v1/contacts/:contact/decision", {
      params: { contact: "+49 30/1?" },
      query: { channel: "phone", cursor: undefined, limit: 5 },
    }),
  ).toBe("/v1/contacts/%2B49%2030%2F1%3F/decision?channel=phone&limit=5");
  expect(addressOf("/v1/agents", {})).toBe("/v1/agents");
});

test("a path without its parameter is an error of the code", () => {
  expect(() => addressOf("/v1/calls/:id", {})).toThrow("needs the parameter id");
});
