import { type ComponentType, useState } from "react";
import { useRequested } from "@/components/use-requested";

/**
 * The dialog of a route, whose form is loaded with the first opening. `edited`: the route in it; null for a new one, undefined while
 * the dialog is closed.
 */
export function useRouteDialog<Props extends { route: unknown }>(load: () => Promise<ComponentType<Props>>) {
  const { Part, request, preload } = useRequested(load);
  const [edited, setEdited] = useState<Props["route"] | undefined>(undefined);
  return {
    Part,
    preload,
    edited,
    open(route: Props["route"]) {
      setEdited(route);
      if (Part === null) void request();
    },
    close: () => setEdited(undefined),
  };
}
