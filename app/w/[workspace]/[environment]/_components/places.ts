import {
  IconAddressBook,
  IconBroadcast,
  IconChartBar,
  IconHome,
  IconPhone,
  IconPhoneCall,
  IconPlugConnected,
  IconRobot,
  IconSettings,
  IconSpeakerphone,
  IconTool,
  IconWebhook,
} from "@tabler/icons-react";
import type { Place } from "./place";
import { SETTINGS } from "./settings-places";

/** An entry of the main navigation. `pages`: the pages of its own sub-navigation, the entry's page first. */
export type Section = Omit<Place, "needs"> & { pages: readonly Place[] };

const HOME: Place = {
  href: "/",
  label: "Home",
  description: "Setup, today's calls and what needs attention",
  icon: IconHome,
};
const AGENTS: Place = {
  href: "/agents",
  label: "Agents",
  description: "Build, test and deploy your agents",
  icon: IconRobot,
};
const CALLS: Place = {
  href: "/calls",
  label: "Calls",
  description: "Review conversations",
  icon: IconPhone,
};
const CONTACTS: Place = {
  href: "/contacts",
  label: "Contacts",
  description: "People your agents can contact, and their consent",
  icon: IconAddressBook,
};
const CAMPAIGNS: Place = {
  href: "/campaigns",
  label: "Campaigns",
  description: "Bulk calls and texts",
  icon: IconSpeakerphone,
};
const ANALYTICS: Place = {
  href: "/analytics",
  label: "Analytics",
  description: "Call outcomes and trends",
  icon: IconChartBar,
};
const INTEGRATIONS: Place = {
  href: "/integrations",
  label: "Integrations",
  description: "Models, voices, carriers and credentials",
  icon: IconPlugConnected,
};

/** The main navigation, in its order. */
export const SECTIONS: readonly Section[] = [
  { ...HOME, pages: [HOME] },
  {
    ...AGENTS,
    pages: [
      AGENTS,
      { href: "/tools", label: "Tools", description: "Actions that agents can take", icon: IconTool },
      {
        href: "/phone-numbers",
        label: "Phone numbers",
        description: "Which agent answers each number",
        icon: IconPhoneCall,
      },
    ],
  },
  {
    ...CALLS,
    pages: [
      CALLS,
      {
        href: "/active-calls",
        label: "Active calls",
        description: "Calls in progress and background jobs",
        icon: IconBroadcast,
      },
    ],
  },
  { ...CONTACTS, pages: [CONTACTS] },
  { ...CAMPAIGNS, pages: [CAMPAIGNS] },
  { ...ANALYTICS, pages: [ANALYTICS] },
  {
    ...INTEGRATIONS,
    pages: [
      INTEGRATIONS,
      {
        href: "/webhooks",
        label: "Webhooks",
        description: "Events for your own systems",
        icon: IconWebhook,
      },
    ],
  },
  {
    href: "/settings",
    label: "Settings",
    description: "Workspace, access, data and your account",
    icon: IconSettings,
    pages: SETTINGS.flatMap(({ pages }) => pages),
  },
];
