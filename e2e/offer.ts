import type { Locator } from "@playwright/test";
import type { Capability } from "@/lib/identity/access";
import type { Privileged } from "./privileged";

/** What is there on a page for those who may, and for nobody else. */
type Shown = (main: Locator, sample: Privileged) => Locator;

/**
 * Something that a page offers, and the request behind it. `{live}` in a path is the sample's. `can` is what the
 * request's route asks for, and `test/page-actions.test.ts` fails for one that says something else, and for a request of
 * a page that stands in no line here. `shown`: null where what the sample is like offers it to nobody; the request is
 * made all the same.
 */
export type Offer = { can: Capability; page: string; shown: Shown | null; asks: string };

export const button =
  (name: string | RegExp): Shown =>
  (main) =>
    main.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });
export const link =
  (name: string): Shown =>
  (main) =>
    main.getByRole("link", { name });
/** The button of the sample's own tool, key or integration, whose name ends in the sample's. */
export const own =
  (name: string): Shown =>
  (main, { name: of }) =>
    main.getByRole("button", { name: `${name} of ${of}`, exact: true });

export const offer = (can: Capability, page: string, shown: Shown | null, asks: string): Offer => ({
  can,
  page,
  shown,
  asks,
});
