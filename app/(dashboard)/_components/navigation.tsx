"use client";

import { NavLink, Stack, Text } from "@mantine/core";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { Role } from "@/lib/platform/context/roles";
import { isAt, sectionsFor } from "./places";
import classes from "./shell.module.css";

/** The list of places. `onGo` closes it where it lies over the page. */
export function Navigation({ role, onGo }: { role: Role; onGo: () => void }) {
  const path = usePathname();
  return sectionsFor(role).map(({ label, places }, n) => {
    const heading = `places-${n}`;
    const group = label === null ? {} : { role: "group", "aria-labelledby": heading };
    return (
      <Stack key={heading} gap={2} mb="lg" {...group}>
        {label !== null && (
          <Text id={heading} size="xs" c="dimmed" fw={500} px="sm" mb={4}>
            {label}
          </Text>
        )}
        {places.map((place) => {
          const { href, label: name, icon: Icon } = place;
          const isHere = isAt(path, place);
          return (
            <NavLink
              key={href}
              component={Link}
              href={href}
              // Each would be rendered for every page that is looked at, mostly for nothing.
              prefetch={false}
              label={name}
              active={isHere}
              aria-current={isHere ? "page" : undefined}
              leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
              onClick={onGo}
              className={classes.place ?? ""}
            />
          );
        })}
      </Stack>
    );
  });
}
