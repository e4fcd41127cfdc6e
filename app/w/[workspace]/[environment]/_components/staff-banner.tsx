"use client";

import { Anchor, Group } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { scopeHeader } from "@/components/api";
import { Link } from "@/components/link";
import { Time } from "@/components/time";
import type { ActiveStaff } from "@/lib/identity/staff/schema";
import classes from "./shell.module.css";

/** How soon an open page tells that staff were let in, or have gone. */
const LOOK_MS = 20_000;

/** Tells members that staff look at their workspace. */
export function StaffBanner({ active }: { active: ActiveStaff["data"] }) {
  const [now, setNow] = useState(active);
  useEffect(() => setNow(active), [active]);
  useEffect(() => {
    // Not by `api`, which leaves for the sign-in: a page that lies open unasked stays as it is.
    const look = async () => {
      const answer = await fetch("/v1/staff-access/active", { headers: scopeHeader() }).catch(() => null);
      if (answer?.ok) setNow(((await answer.json()) as ActiveStaff).data);
    };
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const [first] = now;
  if (first === undefined) return null;
  return (
    <div className={classes.testing} role="status">
      <IconEye size={16} aria-hidden />
      <span>
        <strong>Staff look at this workspace.</strong> {now.map(({ staff }) => staff).join(", ")}, until{" "}
        {first.expires_at && <Time at={first.expires_at} as="time" />}.{" "}
        <Anchor component={Link} href="/settings/staff-access" size="sm" inherit underline="always">
          Staff access
        </Anchor>
      </span>
    </div>
  );
}

/** Tells staff which workspace they view, with a link back to the staff pages. */
export function LookingBanner({ workspace, until }: { workspace: string; until: string }) {
  return (
    <div className={classes.testing} role="status">
      <IconEye size={16} aria-hidden />
      <Group gap="xs">
        <span>
          <strong>You look at {workspace} as staff</strong>, until <Time at={until} as="time" />. Each page is
          in its audit log.
        </span>
        <Anchor href="/staff" size="sm" inherit underline="always">
          Back to the requests
        </Anchor>
      </Group>
    </div>
  );
}
