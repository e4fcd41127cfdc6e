"use client";

import { useTranslations } from "next-intl";
import { type ComponentType, type RefObject, useCallback, useLayoutEffect, useState } from "react";
import { notify } from "./notify";

type Load<Props> = () => Promise<ComponentType<Props>>;

/** Shows that the code of a part could not be loaded. */
export const reportMissingPart = (message: string): void => notify({ message, color: "red", role: "alert" });

/**
 * A component whose code is loaded when it is first asked for, because what a click opens is no part of a page's first
 * visit. `load` imports it and must be the same function in each render. `Part` is null until then. `preload` starts the
 * download, for a pointer or the focus at the opener. `request` resolves to whether the part is there. A download that
 * fails is reported, and asked for again by the next click.
 */
export function useRequested<Props>(load: Load<Props>) {
  const t = useTranslations("common.part");
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const request = useCallback(async () => {
    try {
      const component = await load();
      setPart(() => component);
      return true;
    } catch {
      reportMissingPart(t("failed"));
      return false;
    }
  }, [load, t]);
  // The click that follows reports what failed.
  const preload = useCallback(() => void load().catch(() => undefined), [load]);
  return { Part, request, preload };
}

/** The properties of a button that opens a part: before it is loaded, it is announced as the loaded one is. */
export const openerProps = (
  popup: "menu" | "dialog",
  { request, preload }: Pick<ReturnType<typeof useRequested>, "request" | "preload">,
) => ({
  "aria-haspopup": popup,
  "aria-expanded": false,
  onClick: () => void request(),
  onPointerEnter: preload,
  onFocus: preload,
});

/**
 * The state of a part that opens as soon as it is loaded. Its opener has taken the place of the one that was pressed, and
 * gets the focus first, so that it is returned to it. `opener` is the ref of that button.
 */
export function useOpenAtMount(opener: RefObject<HTMLElement | null>) {
  const [opened, setOpened] = useState(false);
  useLayoutEffect(() => {
    opener.current?.focus({ preventScroll: true });
    setOpened(true);
  }, [opener]);
  return [opened, setOpened] as const;
}
