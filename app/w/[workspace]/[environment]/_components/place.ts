import type { IconKey } from "@tabler/icons-react";
import type { Capability } from "@/lib/identity/access";

/** A page that the navigation or the command palette leads to. Paths are within the workspace. */
export type PageLink = {
  href: string;
  label: string;
  /** For the command palette. */
  description: string;
  icon: typeof IconKey;
  /** Capability that shows this entry; everyone by default. */
  needs?: Capability;
};
