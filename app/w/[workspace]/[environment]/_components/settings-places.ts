import {
  IconAffiliate,
  IconBuilding,
  IconDeviceLaptop,
  IconEraser,
  IconEye,
  IconFileExport,
  IconHistory,
  IconKey,
  IconLock,
  IconShieldLock,
  IconUserCircle,
  IconUsers,
} from "@tabler/icons-react";
import type { PageLink } from "./place";

/** The sub-navigation of the settings, in groups. */
export const SETTINGS: readonly { label: string; pages: readonly PageLink[] }[] = [
  {
    label: "Workspace",
    pages: [
      {
        href: "/settings/workspace",
        label: "General",
        description: "Name, time zone, payments and defaults of new agents",
        icon: IconBuilding,
      },
      {
        href: "/settings/members",
        label: "Members",
        description: "Members, invitations and roles",
        icon: IconUsers,
      },
    ],
  },
  {
    label: "Access",
    pages: [
      {
        href: "/settings/keys",
        label: "API keys",
        description: "Keys of your own systems",
        icon: IconKey,
        needs: "keys.manage",
      },
      {
        href: "/settings/sso",
        label: "Single sign-on",
        description: "Your identity provider",
        icon: IconShieldLock,
        needs: "sso.manage",
      },
      {
        href: "/settings/security",
        label: "Encryption",
        description: "Encryption keys, their rotation and your own key",
        icon: IconLock,
        needs: "encryption.rotate",
      },
      {
        href: "/settings/staff-access",
        label: "Staff access",
        description: "Access of the operator's staff",
        icon: IconEye,
        needs: "staff_access.manage",
      },
      {
        href: "/settings/audit",
        label: "Audit log",
        description: "Every change, with its author and time",
        icon: IconHistory,
        needs: "audit.read",
      },
    ],
  },
  {
    label: "Data",
    pages: [
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
        description: "Erased contacts and their receipts",
        icon: IconEraser,
        needs: "contacts.erase",
      },
      {
        href: "/settings/subprocessors",
        label: "Subprocessors",
        description: "Providers that receive data of this workspace",
        icon: IconAffiliate,
      },
    ],
  },
  {
    label: "Your account",
    pages: [
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
