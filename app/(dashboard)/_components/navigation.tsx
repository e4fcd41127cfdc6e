"use client";

import { NavLink, Stack, Text } from "@mantine/core";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { can } from "@/lib/access";
import type { Role } from "@/lib/context/roles";
import { isAt, SECTIONS } from "./places";
import classes from "./shell.module.css";

/** The list of places. `onGo` closes it where it lies over the page. */
export function Navigation({ role, onGo }: { role: Role; onGo: () => void }) {
  const path = usePathname();
  return SECTIONS.map(({ label, places }) => {
    const open = places.filter(({ needs }) => needs === undefined || can(role, needs));
    return (
      <Stack key={label ?? ""} gap={2} mb="lg">
        {label && (
          <Text size="xs" c="dimmed" fw={500} px="sm" mb={4}>
            {label}
          </Text>
        )}
        {open.map((place) => {
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
