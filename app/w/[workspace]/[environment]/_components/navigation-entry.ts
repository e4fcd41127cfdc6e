import type { IconKey } from "@tabler/icons-react";
import type { Capability } from "@/lib/identity/access";
import type { shell } from "@/messages/en/shell";

/** Names a page in the catalog: its label is `shell.page.<id>`, its description `shell.pageHelp.<id>`. */
export type NavigationEntryId = keyof typeof shell.page;

/** A page that the navigation or the command palette leads to. Paths are within the workspace. */
export type NavigationEntry = {
  id: NavigationEntryId;
  href: string;
  icon: typeof IconKey;
  /** Capability that shows this entry; everyone by default. */
  needs?: Capability;
};
