import {
  IconAddressBook,
  IconAffiliate,
  IconBroadcast,
  IconBuilding,
  IconChartBar,
  IconDeviceLaptop,
  IconEraser,
  IconEye,
  IconFileExport,
  IconHistory,
  IconKey,
  IconLock,
  IconPhone,
  IconPhoneCall,
  IconPlugConnected,
  IconRobot,
  IconShieldLock,
  IconSpeakerphone,
  IconTool,
  IconUserCircle,
  IconUsers,
  IconWebhook,
} from "@tabler/icons-react";
import { type Capability, hasCapability } from "@/lib/identity/access";
import type { Role } from "@/lib/platform/context/roles";

export type NavigationItem = {
  href: string;
  label: string;
  /** For the command palette. */
  description: string;
  icon: typeof IconKey;
  /** Capability that shows this entry; everyone by default. */
  needs?: Capability;
};
type Section = { label: string | null; places: readonly NavigationItem[] };

/** Where one begins. */
const FIRST: NavigationItem = {
  href: "/agents",
  label: "Agents",
  description: "Build, rehearse and deploy",
  icon: IconRobot,
};

/** Where one can go, in the order of the navigation. */
const SECTIONS: readonly Section[] = [
  {
    label: null,
    places: [
      FIRST,
      { href: "/calls", label: "Calls", description: "Review conversations", icon: IconPhone },
      { href: "/live", label: "Live", description: "Conversations that go on now", icon: IconBroadcast },
      {
        href: "/contacts",
        label: "Contacts",
        description: "Consent, and who is left alone",
        icon: IconAddressBook,
      },
      {
        href: "/campaigns",
        label: "Campaigns",
        description: "Call and text many, who agreed",
        icon: IconSpeakerphone,
      },
      {
        href: "/analytics",
        label: "Analytics",
        description: "What came of calls, in figures",
        icon: IconChartBar,
      },
      { href: "/tools", label: "Tools", description: "What agents can do", icon: IconTool },
      {
        href: "/integrations",
        label: "Integrations",
        description: "Credentials of other services",
        icon: IconPlugConnected,
      },
      {
        href: "/webhooks",
        label: "Webhooks",
        description: "Events for your own systems",
        icon: IconWebhook,
      },
    ],
  },
  {
    label: "Settings",
    places: [
      {
        href: "/settings/workspace",
        label: "Workspace",
        description: "Name, time zone, payment, what new agents start from",
        icon: IconBuilding,
      },
      {
        href: "/settings/phone-numbers",
        label: "Phone numbers",
        description: "Which agent answers on each",
        icon: IconPhoneCall,
      },
    ],
  },
  {
    label: "People and access",
    places: [
      {
        href: "/settings/members",
        label: "Members",
        description: "Who belongs here, invitations, what each role may do",
        icon: IconUsers,
      },
      { href: "/settings/keys", label: "Keys", description: "API keys", icon: IconKey, needs: "keys.manage" },
      {
        href: "/settings/sso",
        label: "Single sign-on",
        description: "Your identity provider, and who comes in by it",
        icon: IconShieldLock,
        needs: "sso.manage",
      },
      {
        href: "/settings/security",
        label: "Security",
        description: "Encryption keys: age, rotation, a key of your own",
        icon: IconLock,
        needs: "encryption.rotate",
      },
      {
        href: "/settings/staff-access",
        label: "Staff access",
        description: "Who of the operator's staff may look",
        icon: IconEye,
        needs: "staff_access.manage",
      },
    ],
  },
  {
    label: "Data",
    places: [
      {
        href: "/settings/exports",
        label: "Exports",
        description: "Files of calls, contacts, variables and the audit log",
        icon: IconFileExport,
        needs: "exports.manage",
      },
      {
        href: "/settings/deletions",
        label: "Deletions",
        description: "Whose data was erased, and the receipts",
        icon: IconEraser,
        needs: "contacts.erase",
      },
      {
        href: "/settings/subprocessors",
        label: "Subprocessors",
        description: "Who is sent data of this workspace, and what each gets",
        icon: IconAffiliate,
      },
      {
        href: "/settings/audit",
        label: "Audit log",
        description: "Who changed what",
        icon: IconHistory,
        needs: "audit.read",
      },
    ],
  },
  {
    label: "Your account",
    places: [
      {
        href: "/settings/account",
        label: "Account",
        description: "Your password and second factor",
        icon: IconUserCircle,
      },
      {
        href: "/settings/sessions",
        label: "Sessions",
        description: "Where you are signed in",
        icon: IconDeviceLaptop,
      },
    ],
  },
];

/** Where one of this role can go. */
export const sectionsFor = (role: Role): Section[] =>
  SECTIONS.map(({ label, places }) => ({
    label,
    places: places.filter(({ needs }) => needs === undefined || hasCapability(role, needs)),
  }));

/** Whether an address is this place, or hangs below it. */
export const isAt = (path: string, { href }: NavigationItem): boolean =>
  path === href || path.startsWith(`${href}/`);

/** The place that an address hangs below; where one begins, for an address of no place. */
export const placeOf = (path: string): NavigationItem =>
  SECTIONS.flatMap(({ places }) => places).find((place) => isAt(path, place)) ?? FIRST;
