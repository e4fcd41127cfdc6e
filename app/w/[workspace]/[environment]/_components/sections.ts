import {
  IconAddressBook,
  IconBroadcast,
  IconChartBar,
  IconHome,
  IconPhone,
  IconPhoneCall,
  IconPlugConnected,
  IconRobot,
  IconRoute,
  IconSettings,
  IconSpeakerphone,
  IconTool,
  IconWebhook,
} from "@tabler/icons-react";
import type { NavigationEntry } from "./navigation-entry";
import { SETTINGS } from "./settings-sections";

/** An entry of the main navigation. `pages`: its sub-navigation, the entry's page first. */
export type Section = Omit<NavigationEntry, "needs"> & { pages: readonly NavigationEntry[] };

const HOME: NavigationEntry = {
  id: "home",
  href: "/",
  icon: IconHome,
};
const AGENTS: NavigationEntry = {
  id: "agents",
  href: "/agents",
  icon: IconRobot,
};
const CALLS: NavigationEntry = {
  id: "calls",
  href: "/calls",
  icon: IconPhone,
};
const CONTACTS: NavigationEntry = {
  id: "contacts",
  href: "/contacts",
  icon: IconAddressBook,
};
const CAMPAIGNS: NavigationEntry = {
  id: "campaigns",
  href: "/campaigns",
  icon: IconSpeakerphone,
};
const ANALYTICS: NavigationEntry = {
  id: "analytics",
  href: "/analytics",
  icon: IconChartBar,
};
const INTEGRATIONS: NavigationEntry = {
  id: "integrations",
  href: "/integrations",
  icon: IconPlugConnected,
};

/** The main navigation, in its order. */
export const SECTIONS: readonly Section[] = [
  { ...HOME, pages: [HOME] },
  {
    ...AGENTS,
    pages: [
      AGENTS,
      { id: "tools", href: "/tools", icon: IconTool },
      { id: "phoneNumbers", href: "/phone-numbers", icon: IconPhoneCall },
      { id: "callRoutes", href: "/call-routes", icon: IconRoute },
    ],
  },
  {
    ...CALLS,
    pages: [CALLS, { id: "activeCalls", href: "/active-calls", icon: IconBroadcast }],
  },
  { ...CONTACTS, pages: [CONTACTS] },
  { ...CAMPAIGNS, pages: [CAMPAIGNS] },
  { ...ANALYTICS, pages: [ANALYTICS] },
  {
    ...INTEGRATIONS,
    pages: [INTEGRATIONS, { id: "webhooks", href: "/webhooks", icon: IconWebhook }],
  },
  {
    id: "settings",
    href: "/settings",
    icon: IconSettings,
    pages: SETTINGS.flatMap(({ pages }) => pages),
  },
];
