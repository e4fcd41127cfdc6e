import type { IconKey } from "@tabler/icons-react";
import type { Capability } from "@/lib/identity/access";
import type { shell } from "@/messages/en/shell";

/** Names a page in the catalog: its label is `shell.place.<id>`, its description `shell.placeHelp.<id>`. */
export type NavigationEntryId = keyof typeof shell.place;

/** A page that the navigation or the command palette leads to. Paths are within the workspace. */
export type NavigationEntry = {
  id: NavigationEntryId;
  href: string;
  icon: typeof IconKey;
  /** Capability that shows this entry; everyone by default. */
  needs?: Capability;
};
