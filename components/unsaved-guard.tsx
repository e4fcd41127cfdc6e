"use client";

import { Button, Group, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Modal, preloadModal } from "./modal";

/** The questions of the forms with unsaved changes. The first one is asked for all of them. */
const guards: (() => Promise<boolean>)[] = [];

/**
 * Confirms leaving a page with unsaved changes, for navigation without a link such as the command palette. After a save,
 * deletion or archiving it does not ask.
 */
export const mayLeave = async (): Promise<boolean> => guards[0]?.() ?? true;

/** Of the Navigation API (HTML, 7.2.6) what is needed here; the compiler's library does not know it yet. */
type Navigation = EventTarget & { traverseTo(key: string): unknown };
type NavigateEvent = Event & { navigationType: string; destination: { url: string; key: string } };

const navigationOf = (scope: Window): Navigation | null =>
  "navigation" in scope ? (scope.navigation as Navigation) : null;

/** Whether an address is on this page, so that nothing is lost on the way there. */
function isHere(url: string): boolean {
  const { origin, pathname, search } = new URL(url, window.location.href);
  const location = window.location;
  return origin === location.origin && pathname === location.pathname && search === location.search;
}

/** The link that a click follows away from this page, in this tab. */
function linkAway(event: MouseEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.href === "" || link.hasAttribute("download") || link.target === "_blank")
    return null;
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  return isHere(link.href) ? null : link;
}

type Props = {
  dirty: boolean;
  /** Saves the changes first, and returns whether nothing is left to lose. Without it, leaving always asks. */
  save?: () => Promise<boolean>;
};

/**
 * Confirms before unsaved changes are lost: for links, back and forward, `mayLeave`, and with the browser's own dialog when
 * the tab is closed or reloaded. The Navigation API intercepts back and forward before Next sees them; browsers that lack
 * it, or do not allow it, let them through.
 */
export function UnsavedGuard({ dirty, save }: Props) {
  const t = useTranslations("common.unsaved");
  const [answer, setAnswer] = useState<((leave: boolean) => void) | null>(null);
  const isLeaving = useRef(false);
  const latestSave = useRef(save);
  useEffect(() => {
    latestSave.current = save;
  });

  useEffect(() => {
    if (!dirty) return;
    preloadModal();
    isLeaving.current = false;
    const ask = async () => {
      if (latestSave.current === undefined || !(await latestSave.current())) return confirm();
      isLeaving.current = true;
      return true;
    };
    const confirm = () =>
      new Promise<boolean>((resolve) => {
        setAnswer(() => (leave: boolean) => {
          isLeaving.current = leave;
          setAnswer(null);
          resolve(leave);
        });
      });
    const onUnload = (event: BeforeUnloadEvent) => {
      if (guards[0] === ask && !isLeaving.current) event.preventDefault();
    };
    const onClick = async (event: MouseEvent) => {
      const link = isLeaving.current || guards[0] !== ask ? null : linkAway(event);
      if (link === null) return;
      event.preventDefault();
      event.stopPropagation();
      if (!(await ask())) return;
      // Once more, so that the link does all that it does; unless it was in a menu that has closed.
      if (link.isConnected) link.click();
      else window.location.assign(link.href);
    };
    const navigation = navigationOf(window);
    const onNavigate = async (event: Event) => {
      const { navigationType, destination } = event as NavigateEvent;
      const isAsking = !isLeaving.current && guards[0] === ask;
      const isHeld = isAsking && event.cancelable && navigationType === "traverse";
      if (!isHeld || isHere(destination.url)) return;
      event.preventDefault();
      if (await ask()) navigation?.traverseTo(destination.key);
    };
    guards.push(ask);
    window.addEventListener("beforeunload", onUnload);
    window.addEventListener("click", onClick, true);
    navigation?.addEventListener("navigate", onNavigate);
    return () => {
      guards.splice(guards.indexOf(ask), 1);
      window.removeEventListener("beforeunload", onUnload);
      window.removeEventListener("click", onClick, true);
      navigation?.removeEventListener("navigate", onNavigate);
    };
  }, [dirty]);

  return (
    <Modal opened={answer !== null} onClose={() => answer?.(false)} title={t("title")} centered>
      <Text size="sm">{t("description")}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => answer?.(false)} data-autofocus>
          {t("stay")}
        </Button>
        <Button color="red" onClick={() => answer?.(true)}>
          {t("leave")}
        </Button>
      </Group>
    </Modal>
  );
}
