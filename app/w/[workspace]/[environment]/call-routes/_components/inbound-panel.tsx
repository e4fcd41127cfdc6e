"use client";

import { Button, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { api } from "@/components/api";
import { Modal } from "@/components/modal";
import { moveItem } from "@/components/move-item";
import { Panel } from "@/components/panel";
import type { ActionMessages } from "@/components/use-action";
import type { InboundRoute, StoredInboundRoutes } from "@/lib/agents/inbound-routes/schema";
import { compareSpecificity } from "@/lib/agents/inbound-routes/values";
import type { Choices } from "./choices";
import { InboundSummary } from "./inbound-summary";
import { RouteRow } from "./route-row";
import classes from "./routes.module.css";
import { TryInbound } from "./try-inbound";
import { useRouteDialog } from "./use-route-dialog";
import { useRoutes } from "./use-routes";

const loadForm = async () => (await import("./inbound-form")).InboundForm;

type Props = {
  trunk: { id: string; name: string };
  stored: StoredInboundRoutes;
  choices: Choices;
  mayChange: boolean;
};

/** The inbound routes of a trunk in the order in which they are tried, and a test of a called number. */
export function InboundPanel({ trunk, stored, choices, mayChange }: Props) {
  const t = useTranslations("routes");
  const { id } = trunk;
  const params = { id };
  const { routes, busy, save, conflictDialog } = useRoutes<InboundRoute>(stored, {
    id,
    read: () => api.get("/v1/integrations/:id/inbound-routes", { params }),
    put: (list, ifMatch) =>
      api.put("/v1/integrations/:id/inbound-routes", { params, body: { routes: list }, ifMatch }),
  });
  const { Part, preload, edited, open, close } = useRouteDialog(loadForm);
  const list = useRef<HTMLOListElement>(null);
  const moved = useRef<string | null>(null);
  useEffect(() => {
    const row = [...(list.current?.children ?? [])].find(
      (child) => child.getAttribute("data-route") === moved.current,
    );
    moved.current = null;
    if (routes.length > 0) row?.querySelector<HTMLElement>("button:not([disabled])")?.focus();
  }, [routes]);

  const store = async (route: InboundRoute, messages: ActionMessages) => {
    const pattern = edited?.pattern;
    const changed =
      pattern === undefined
        ? [...routes, route]
        : routes.map((existing) => (existing.pattern === pattern ? route : existing));
    if (await save(changed, messages)) close();
  };
  /** Moves a route if the two patterns are equally specific; otherwise the more specific one stays first. */
  const moveTo = (from: number, to: number) => {
    const [route, neighbor] = [routes[from], routes[to]];
    if (route === undefined || neighbor === undefined) return null;
    if (compareSpecificity(route.pattern, neighbor.pattern) !== 0) return null;
    return () => {
      moved.current = route.pattern;
      void save(moveItem(routes, from, to), { done: t("row.moved", { name: route.pattern }) });
    };
  };

  return (
    <Panel
      title={t("inbound.title", { trunk: trunk.name })}
      actions={
        mayChange && (
          <Button
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
            aria-label={t("inbound.addTo", { trunk: trunk.name })}
            onClick={() => open(null)}
            onPointerEnter={preload}
            onFocus={preload}
          >
            {t("inbound.add")}
          </Button>
        )
      }
    >
      {conflictDialog}
      <Text size="sm" c="dimmed">
        {t(routes.length === 0 ? "inbound.empty" : "inbound.help")}
      </Text>
      {routes.length > 0 && (
        <ol ref={list} className={classes.list} aria-label={t("inbound.list", { trunk: trunk.name })}>
          {routes.map((route, index) => (
            <RouteRow
              key={route.pattern}
              name={route.pattern}
              kind="inbound"
              actions={
                mayChange
                  ? {
                      change: () => open(route),
                      preload,
                      remove: () =>
                        save(
                          routes.filter(({ pattern }) => pattern !== route.pattern),
                          { done: t("row.deleted", { name: route.pattern }) },
                        ),
                      moveUp: moveTo(index, index - 1),
                      moveDown: moveTo(index, index + 1),
                    }
                  : null
              }
            >
              <InboundSummary route={route} choices={choices} />
            </RouteRow>
          ))}
        </ol>
      )}
      <TryInbound trunk={trunk} choices={choices} />
      <Modal
        opened={edited !== undefined && Part !== null}
        onClose={close}
        title={
          edited ? t("row.changeOf", { name: edited.pattern }) : t("inbound.addTo", { trunk: trunk.name })
        }
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
