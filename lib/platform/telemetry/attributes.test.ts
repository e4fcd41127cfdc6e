import { expect, test } from "vitest";
import { allowedAttributes } from "./attributes";

test("attributes that are listed and have their form are recorded", () => {
  const attributes = {
    "http.route": "/v1/calls/:id/messages",
    "http.response.status_code": 200,
    "parley.workspace.id": `ws_${"0".repeat(26)}`,
    "db.query.summary": "INSERT calls",
    "error.type": "not_found",
    "messaging.message.id": "12345",
  };
  expect(allowedAttributes(attributes)).toEqual(attributes);
});

test.each([
  { "http.route": "/v1/contacts/+12125550123" },
  { "http.route": "/v1/agents?q=words" },
  { "parley.workspace.id": "Quirin Maverly" },
  { "parley.call.id": "+12125550123" },
  { "error.type": "the number +1 212 is wrong" },
  { "db.query.summary": "SELECT calls where name = 'Maverly'" },
  { "messaging.message.id": "twelve" },
  { "http.response.status_code": Number.NaN },
  { "http.response.status_code": "words" },
])("a value of another form is not recorded: %j", (attributes) => {
  expect(allowedAttributes(attributes)).toEqual({});
});

test("attributes that are not listed are not recorded", () => {
  const attributes = { "url.full": "https://a.example/?token=1", constructor: "x" } as object;
  expect(allowedAttributes(attributes)).toEqual({});
});
