"use client";

import { ScrollArea, Table, Text, VisuallyHidden } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { Fragment } from "react";
import { Panel } from "@/components/panel";
import { CAPABILITIES, CAPABILITY_NAMES, hasCapability } from "@/lib/identity/access";
import { ROLES } from "@/lib/platform/context/roles";
import { named } from "./role-words";

const GROUPS = [...new Set(CAPABILITY_NAMES.map((name) => CAPABILITIES[name].group))];

/** Capabilities by role, from the table that authorizes every request. */
export function RolesTable() {
  return (
    <Panel title="What each role may do">
      <Text size="sm" c="dimmed" mb="sm">
        Every page, button and API request goes by this table. A key may do no more than its role.
      </Text>
      <ScrollArea
        viewportProps={{ tabIndex: 0, role: "region", "aria-label": "Roles and what they may do" }}
        type="auto"
      >
        <Table miw={320} aria-label="Roles">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">May</Table.Th>
              {ROLES.map((role) => (
                <Table.Th key={role} scope="col" ta="center" fz="xs" px={4}>
                  {named(role)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {GROUPS.map((group) => (
              <Fragment key={group}>
                <Table.Tr>
                  <Table.Th scope="colgroup" colSpan={ROLES.length + 1} fz="xs" c="dimmed" fw={500}>
                    {group}
                  </Table.Th>
                </Table.Tr>
                {CAPABILITY_NAMES.filter((name) => CAPABILITIES[name].group === group).map((name) => (
                  <Table.Tr key={name}>
                    <Table.Th scope="row" fw={400}>
                      {CAPABILITIES[name].description}
                    </Table.Th>
                    {ROLES.map((role) => (
                      <Table.Td key={role} ta="center" px={4}>
                        {hasCapability(role, name) ? (
                          <>
                            <IconCheck size={16} aria-hidden />
                            <VisuallyHidden>Yes</VisuallyHidden>
                          </>
                        ) : (
                          <VisuallyHidden>No</VisuallyHidden>
                        )}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Fragment>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
    </Panel>
  );
}
