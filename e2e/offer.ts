import type { Locator } from "@playwright/test";
import type { Capability } from "@/lib/identity/access";
import type { Privileged } from "./privileged";

/** Finds a page's control that only authorized members see. */
type FindControl = (main: Locator, sample: Privileged) => Locator;

/**
 * A control of a page and its request. `{live}` in a path refers to the sample. `capability` is that of the request's
 * route; `test/page-actions.test.ts` fails if it differs, and for a page's request that is not listed here. `findControl`
 * is null if the sample's state shows the control to no role; the request is still sent.
 */
export type Offer = {
  capability: Capability;
  page: string;
  findControl: FindControl | null;
  asks: string;
  /** The name of the button that opens the control's menu. */
  menu?: string;
};

export const button =
  (name: string | RegExp): FindControl =>
  (main) =>
    main.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });
export const link =
  (name: string): FindControl =>
  (main) =>
    main.getByRole("link", { name });
/** An item of the menu that `menu` of the offer opens. */
export const menuItem =
  (name: string): FindControl =>
  (main) =>
    main.page().getByRole("menuitem", { name, exact: true });
/** The button of the sample's own tool, key or integration, whose name ends in the sample's. */
export const ownOffer =
  (name: string): FindControl =>
  (main, { name: of }) =>
    main.getByRole("button", { name: `${name} of ${of}`, exact: true });

export const offer = (
  capability: Capability,
  page: string,
  findControl: FindControl | null,
  asks: string,
  menu?: string,
): Offer => ({
  capability,
  page,
  findControl,
  asks,
  ...(menu !== undefined && { menu }),
});
