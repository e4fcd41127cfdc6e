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
import type { PageLink } from "./place";
import { SETTINGS } from "./settings-places";

/** An entry of the main navigation. `pages`: the pages of its sub-navigation, with the entry's page first. */
export type Section = Omit<PageLink, "needs"> & { pages: readonly PageLink[] };

const HOME: PageLink = {
  href: "/",
  label: "Home",
  description: "Setup, today's calls and what needs attention",
  icon: IconHome,
};
const AGENTS: PageLink = {
  href: "/agents",
  label: "Agents",
  description: "Build, test and deploy your agents",
  icon: IconRobot,
};
const CALLS: PageLink = {
  href: "/calls",
  label: "Calls",
  description: "Review conversations",
  icon: IconPhone,
};
const CONTACTS: PageLink = {
  href: "/contacts",
  label: "Contacts",
  description: "People your agents can contact, and their consent",
  icon: IconAddressBook,
};
const CAMPAIGNS: PageLink = {
  href: "/campaigns",
  label: "Campaigns",
  description: "Bulk calls and texts",
  icon: IconSpeakerphone,
};
const ANALYTICS: PageLink = {
  href: "/analytics",
  label: "Analytics",
  description: "Call outcomes and trends",
  icon: IconChartBar,
};
const INTEGRATIONS: PageLink = {
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
