import { expect, test } from "vitest";
import { ApiError } from "./api";

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
  expect(error.fields()).toEqual({
    name: "Write something.",
    "variables.0.name": "Use letters.",
    "headers.a/b~c": "Not this.",
  });
});
