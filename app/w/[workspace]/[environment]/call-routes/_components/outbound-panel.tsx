"use client";

import { Button, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { Modal } from "@/components/modal";
import { Panel } from "@/components/panel";
import type { ActionMessages } from "@/components/use-action";
import { useScope } from "@/components/use-scope";
import type { OutboundRoute, StoredOutboundRoutes } from "@/lib/outreach/outbound-routes/schema";
import type { Choices } from "./choices";
import { RouteRow } from "./route-row";
import classes from "./routes.module.css";
import { TryOutbound } from "./try-outbound";
import { useRouteDialog } from "./use-route-dialog";
import { useRoutes } from "./use-routes";

const loadForm = async () => (await import("./outbound-form")).OutboundForm;

type Props = { stored: StoredOutboundRoutes; choices: Choices; mayChange: boolean };

/** The outbound routes in the order in which they are tried, and a test of a number to call. */
export function OutboundPanel({ stored, choices, mayChange }: Props) {
  const t = useTranslations("routes");
  const tOrder = useTranslations("trunks.order");
  const scope = useScope();
  const { routes, busy, save, conflictDialog } = useRoutes<OutboundRoute>(stored, {
    id: scope?.workspaceId ?? "",
    read: () => api.get("/v1/outbound-routes"),
    put: (list, ifMatch) => api.put("/v1/outbound-routes", { body: { routes: list }, ifMatch }),
  });
  const { Part, preload, edited, open, close } = useRouteDialog(loadForm);
  const nameOf = (id: string) => choices.trunks.find((trunk) => trunk.id === id)?.name ?? tOrder("unknown");
  const store = async (route: OutboundRoute, messages: ActionMessages) => {
    const prefix = edited?.prefix;
    const changed =
      prefix === undefined
        ? [...routes, route]
        : routes.map((existing) => (existing.prefix === prefix ? route : existing));
    if (await save(changed, messages)) close();
  };
  return (
    <Panel
      title={t("outbound.title")}
      actions={
        mayChange && (
          <Button
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => open(null)}
            onPointerEnter={preload}
            onFocus={preload}
          >
            {t("outbound.add")}
          </Button>
        )
      }
    >
      {conflictDialog}
      <Text size="sm" c="dimmed">
        {t(routes.length === 0 ? "outbound.empty" : "outbound.help")}
      </Text>
      {routes.length > 0 && (
        <ol className={classes.list} aria-label={t("outbound.list")}>
          {routes.map((route) => (
            <RouteRow
              key={route.prefix}
              name={route.prefix}
              kind="outbound"
              actions={
                mayChange
                  ? {
                      change: () => open(route),
                      preload,
                      remove: () =>
                        save(
                          routes.filter(({ prefix }) => prefix !== route.prefix),
                          { done: t("row.deleted", { name: route.prefix }) },
                        ),
                    }
                  : null
              }
            >
              <Text size="sm" fw={500}>
                {route.prefix === "+" ? t("outbound.all") : t("outbound.prefix", { prefix: route.prefix })}
              </Text>
              <ol className={classes.trunks}>
                {route.trunk_ids.map((id) => (
                  <li key={id}>{nameOf(id)}</li>
                ))}
              </ol>
            </RouteRow>
          ))}
        </ol>
      )}
      <TryOutbound nameOf={nameOf} />
      <Modal
        opened={edited !== undefined && Part !== null}
        onClose={close}
        title={edited ? t("row.changeOf", { name: edited.prefix }) : t("outbound.add")}
        size="lg"
        centered
      >
        {edited !== undefined && Part !== null && (
          <Part route={edited} choices={choices} busy={busy} onSave={store} onCancel={close} />
        )}
      </Modal>
    </Panel>
  );
}
