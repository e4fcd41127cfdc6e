import { hasCapability } from "@/lib/identity/access";
import type { Role } from "@/lib/platform/context/roles";
import type { NavigationEntry } from "./navigation-entry";
import { SECTIONS, type Section } from "./sections";

const [HOME] = SECTIONS;
if (HOME === undefined) throw new Error("The navigation has no home.");

/** Whether a path is this page or lies below it. */
const isWithin = (path: string, href: string): boolean =>
  path === href || (href !== "/" && path.startsWith(`${href}/`));

/** The pages that a role can open, of all or of a list. */
export const pagesFor = (
  role: Role,
  pages: readonly NavigationEntry[] = SECTIONS.flatMap((section) => section.pages),
): NavigationEntry[] => pages.filter(({ needs }) => needs === undefined || hasCapability(role, needs));

/** The page of the navigation that a path within the workspace belongs to; null for a path of none. */
export const findPage = (path: string): NavigationEntry | null =>
  SECTIONS.flatMap(({ pages }) => pages).find(({ href }) => isWithin(path, href)) ?? null;

/** The entry of the main navigation that a path within the workspace belongs to; null for a path of none. */
export const findSection = (path: string): Section | null =>
  SECTIONS.find(
    ({ href, pages }) => isWithin(path, href) || pages.some((page) => isWithin(path, page.href)),
  ) ?? null;

/** The list that a path lies below, for a way back; the home page for a path of none. */
export const parentPage = (path: string): NavigationEntry => findPage(path) ?? HOME;

/**
 * The page to open in another workspace or environment: settings pages exist everywhere, records do not, so
 * `/calls/call_…` becomes `/calls`.
 */
export const pathAfterSwitch = (path: string): string =>
  findPage(path)?.href ?? findSection(path)?.href ?? "/";
