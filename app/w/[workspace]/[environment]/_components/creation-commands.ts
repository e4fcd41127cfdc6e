import {
  type IconKey as Icon,
  IconAddressBook,
  IconKey,
  IconPhoneOutgoing,
  IconRobot,
  IconSpeakerphone,
  IconTool,
  IconUpload,
  IconUserPlus,
} from "@tabler/icons-react";
import { type Capability, hasCapability } from "@/lib/identity/access";
import type { Role } from "@/lib/platform/context/roles";
import type { shell } from "@/messages/en/shell";

/**
 * A command that opens a page or a dialog where something is created. Its label is `shell.palette.create.<id>`, its synonyms
 * are `shell.palette.createKeywords.<id>`.
 */
export type CreationCommand = {
  id: keyof typeof shell.palette.create;
  href: string;
  icon: typeof Icon;
  /** The capability that the route needs. */
  needs: Capability;
};

const CREATION_COMMANDS: readonly CreationCommand[] = [
  { id: "call", href: "/calls?new=true", icon: IconPhoneOutgoing, needs: "calls.write" },
  { id: "agent", href: "/agents?new=true", icon: IconRobot, needs: "agents.write" },
  { id: "campaign", href: "/campaigns/new", icon: IconSpeakerphone, needs: "campaigns.write" },
  { id: "contact", href: "/contacts?new=true", icon: IconAddressBook, needs: "contacts.write" },
  { id: "import", href: "/contacts?import=true", icon: IconUpload, needs: "contacts.write" },
  { id: "tool", href: "/tools/new", icon: IconTool, needs: "tools.write" },
  { id: "invitation", href: "/settings/members?new=true", icon: IconUserPlus, needs: "members.manage" },
  { id: "key", href: "/settings/keys?new=true", icon: IconKey, needs: "keys.manage" },
];

/** The commands of the palette that a role can use to create records. */
export const creationCommandsFor = (role: Role): CreationCommand[] =>
  CREATION_COMMANDS.filter(({ needs }) => hasCapability(role, needs));
