import { expect, it } from "vitest";
import { english } from "@/messages/testing/english";
import { fieldLabel, fieldOptions } from "./field-labels";

const t = english("contacts");

it("names every kind of import field", () => {
  const fields = [
    "phone",
    "consent.telemarketing.text",
    "attributes.shoe.size",
    "variables.visit",
    "other_field",
  ];
  expect(fields.map((field) => fieldLabel(t, field))).toEqual([
    "Phone number",
    "Consent to telemarketing texts",
    "Attribute “shoe.size”",
    "Campaign value “visit”",
    "other_field",
  ]);
});

it("offers the campaign's variables only if there are some, and the column's own field always", () => {
  const groupsOf = (field: string, variables: string[]) =>
    fieldOptions(t, { field, attribute: "plan" }, variables).map(({ group }) => group);
  expect(groupsOf("phone", [])).toEqual(["Contact", "Other data", "Consent"]);
  expect(groupsOf("phone", ["visit"])).toEqual(["Contact", "Other data", "Campaign", "Consent"]);
  expect(groupsOf("suppression", [])[0]).toBe("Suggested");
});
