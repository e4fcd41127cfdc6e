"use client";

import { ActionIcon, Box, useMantineColorScheme } from "@mantine/core";
import { IconMoon, IconSun } from "@tabler/icons-react";
import { useTranslations } from "next-intl";

/** Light or dark; the browser's own choice until one is made. Both signs are there, and the scheme's style shows one. */
export function SchemeToggle() {
  const t = useTranslations("common");
  const { toggleColorScheme } = useMantineColorScheme();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t("colorScheme")}
      onClick={toggleColorScheme}
    >
      <Box component="span" lh={0} darkHidden aria-hidden>
        <IconSun size={18} stroke={1.6} />
      </Box>
      <Box component="span" lh={0} lightHidden aria-hidden>
        <IconMoon size={18} stroke={1.6} />
      </Box>
    </ActionIcon>
  );
}
