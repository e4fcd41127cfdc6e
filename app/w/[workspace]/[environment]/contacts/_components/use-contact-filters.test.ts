import { expect, it } from "vitest";
import { parametersOf } from "@/components/filter-bar/filter";
import { ListContacts } from "@/lib/contacts/contacts/schema";
import { english } from "@/messages/testing/english";
import { contactFilters } from "./use-contact-filters";

const PAGING = ["limit", "cursor", "include_total"];

it("offers every filter of the API, each once", () => {
  const names = ["q", ...contactFilters(english("contacts.list")).flatMap((filter) => parametersOf(filter))];
  const accepted = Object.keys(ListContacts.shape).filter((name) => !PAGING.includes(name));
  expect(names.sort()).toEqual(accepted.sort());
});
