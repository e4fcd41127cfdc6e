import {
  IconAffiliate,
  IconBuilding,
  IconCoin,
  IconDeviceLaptop,
  IconEraser,
  IconEye,
  IconFileExport,
  IconHistory,
  IconKey,
  IconLock,
  IconShieldCheck,
  IconShieldLock,
  IconUserCircle,
  IconUsers,
} from "@tabler/icons-react";
import type { shell } from "@/messages/en/shell";
import type { NavigationEntry } from "./navigation-entry";

/** A group of settings. Its label is `shell.settingsGroup.<id>`. */
type SettingsGroup = { id: keyof typeof shell.settingsGroup; pages: readonly NavigationEntry[] };

/** The sub-navigation of the settings, in groups. */
export const SETTINGS: readonly SettingsGroup[] = [
  {
    id: "workspace",
    pages: [
      {
        id: "workspace",
        href: "/settings/workspace",
        icon: IconBuilding,
      },
      {
        id: "members",
        href: "/settings/members",
        icon: IconUsers,
      },
      {
        id: "costs",
        href: "/settings/costs",
        icon: IconCoin,
      },
    ],
  },
  {
    id: "access",
    pages: [
      {
        id: "keys",
        href: "/settings/keys",
        icon: IconKey,
        needs: "keys.manage",
      },
      {
        id: "sso",
        href: "/settings/sso",
        icon: IconShieldLock,
        needs: "sso.manage",
      },
      {
        id: "security",
        href: "/settings/security",
        icon: IconLock,
        needs: "encryption.rotate",
      },
      {
        id: "staffAccess",
        href: "/settings/staff-access",
        icon: IconEye,
        needs: "staff_access.manage",
      },
      {
        id: "audit",
        href: "/settings/audit",
        icon: IconHistory,
        needs: "audit.read",
      },
    ],
  },
  {
    id: "data",
    pages: [
      {
        id: "exports",
        href: "/settings/exports",
        icon: IconFileExport,
        needs: "exports.manage",
      },
      {
        id: "deletions",
        href: "/settings/deletions",
        icon: IconEraser,
        needs: "contacts.erase",
      },
      {
        id: "verify",
        href: "/settings/verify",
        icon: IconShieldCheck,
      },
      {
        id: "subprocessors",
        href: "/settings/subprocessors",
        icon: IconAffiliate,
      },
    ],
  },
  {
    id: "account",
    pages: [
      {
        id: "account",
        href: "/settings/account",
        icon: IconUserCircle,
      },
      {
        id: "sessions",
        href: "/settings/sessions",
        icon: IconDeviceLaptop,
      },
    ],
  },
];
