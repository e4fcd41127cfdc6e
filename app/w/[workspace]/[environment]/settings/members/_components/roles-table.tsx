"use client";

import { Text, VisuallyHidden } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { Panel } from "@/components/panel";
import { ScrollRegion } from "@/components/scroll-region";
import { Table } from "@/components/table";
import { CAPABILITY_NAMES, hasCapability } from "@/lib/identity/access";
import { ROLES } from "@/lib/platform/context/roles";
import { CAPABILITY_GROUPS } from "./capability-groups";

const GROUPS = [...new Set(CAPABILITY_NAMES.map((name) => CAPABILITY_GROUPS[name]))];

/** Capabilities by role, from the table that authorizes every request. */
export function RolesTable() {
  const t = useTranslations("access.roles");
  const tRole = useTranslations("access.role");
  const tValue = useTranslations("common.value");
  const tPermissions = useTranslations("permissions");
  return (
    <Panel title={t("title")}>
      <Text size="sm" c="dimmed" mb="sm">
        {t("description")}
      </Text>
      <ScrollRegion label={t("region")}>
        <Table miw={320} aria-label={t("table")}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t("permission")}</Table.Th>
              {ROLES.map((role) => (
                <Table.Th key={role} scope="col" ta="center" fz="xs" px={4}>
                  {tRole(role)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {GROUPS.map((group) => (
              <Fragment key={group}>
                <Table.Tr>
                  <Table.Th scope="colgroup" colSpan={ROLES.length + 1} fz="xs" c="dimmed" fw={500}>
                    {tPermissions(`group.${group}`)}
                  </Table.Th>
                </Table.Tr>
                {CAPABILITY_NAMES.filter((name) => CAPABILITY_GROUPS[name] === group).map((name) => (
                  <Table.Tr key={name}>
                    <Table.Th scope="row" fw={400}>
                      {tPermissions(`capability.${name}`)}
                    </Table.Th>
                    {ROLES.map((role) => (
                      <Table.Td key={role} ta="center" px={4}>
                        {hasCapability(role, name) ? (
                          <>
                            <IconCheck size={16} aria-hidden />
                            <VisuallyHidden>{tValue("yes")}</VisuallyHidden>
                          </>
                        ) : (
                          <VisuallyHidden>{tValue("no")}</VisuallyHidden>
                        )}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Fragment>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollRegion>
    </Panel>
  );
}
