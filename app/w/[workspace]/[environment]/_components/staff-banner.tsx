"use client";

import { Anchor, Group } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { scopeHeader } from "@/components/api";
import { Link } from "@/components/link";
import { Time } from "@/components/time";
import type { ActiveStaff } from "@/lib/identity/staff/schema";
import classes from "./shell.module.css";

/** Polling interval of an open page. */
const POLL_MS = 20_000;

/** Tells members that staff can view their workspace. */
export function StaffBanner({ active }: { active: ActiveStaff["data"] }) {
  const t = useTranslations("shell");
  const format = useFormatter();
  const [current, setCurrent] = useState(active);
  useEffect(() => setCurrent(active), [active]);
  useEffect(() => {
    // `api` would open the sign-in page when the session ends; a poll must not.
    const poll = async () => {
      const response = await fetch("/v1/staff-access/active", { headers: scopeHeader() }).catch(() => null);
      if (response?.ok) setCurrent(((await response.json()) as ActiveStaff).data);
    };
    const timer = setInterval(() => void poll(), POLL_MS);
    return () => clearInterval(timer);
  }, []);
  const [first] = current;
  if (first === undefined) return null;
  const { expires_at: until } = first;
  return (
    <div className={classes.testing} role="status">
      <IconEye size={16} aria-hidden />
      <span>
        {t.rich("staffBanner.members", {
          strong: (text) => <strong>{text}</strong>,
          staff: format.list(current.map(({ staff }) => staff)),
          time: () => until && <Time at={until} as="time" />,
        })}{" "}
        <Anchor component={Link} href="/settings/staff-access" size="sm" inherit underline="always">
          {t("page.staffAccess")}
        </Anchor>
      </span>
    </div>
  );
}

/** Tells staff which workspace they view, with a link back to the staff pages. */
export function StaffViewBanner({ workspace, until }: { workspace: string; until: string }) {
  const t = useTranslations("shell.staffBanner");
  return (
    <div className={classes.testing} role="status">
      <IconEye size={16} aria-hidden />
      <Group gap="xs">
        <span>
          {t.rich("staff", {
            workspace,
            strong: (text) => <strong>{text}</strong>,
            time: () => <Time at={until} as="time" />,
          })}
        </span>
        <Anchor href="/staff" size="sm" inherit underline="always">
          {t("action")}
        </Anchor>
      </Group>
    </div>
  );
}
