"use client";

import { Button, Group, Modal, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";

/** The question of the guard that stands; null where nothing would be lost. */
let guard: (() => Promise<boolean>) | null = null;

/**
 * Whether the page may be left: asks where something on it is not saved. For what leaves it without a link, such as the
 * command palette. What has just saved, deleted or archived the thing goes on without asking.
 */
export const mayLeave = async (): Promise<boolean> => guard === null || guard();

/** Of the Navigation API (HTML, 7.2.6) what is needed here; the compiler's library does not know it yet. */
type Navigation = EventTarget & { traverseTo(key: string): unknown };
type NavigateEvent = Event & { navigationType: string; destination: { url: string; key: string } };

const navigationOf = (scope: Window): Navigation | null =>
  "navigation" in scope ? (scope.navigation as Navigation) : null;

/** Whether an address is on this page, so that nothing is lost on the way there. */
function isHere(url: string): boolean {
  const { origin, pathname, search } = new URL(url, window.location.href);
  const here = window.location;
  return origin === here.origin && pathname === here.pathname && search === here.search;
}

/** The link that a click follows away from this page, in this tab. */
function linkAway(event: MouseEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.href === "" || link.hasAttribute("download") || link.target === "_blank")
    return null;
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  return isHere(link.href) ? null : link;
}

/**
 * Asks before what is not saved is lost: by a link, the browser's back and forward, `mayLeave`, and in the browser's own
 * words when the tab is closed or loaded anew. Back and forward are held by the Navigation API, before Next sees them;
 * where a browser does not have it, or does not let them be held, they go through.
 */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const [answer, setAnswer] = useState<((leave: boolean) => void) | null>(null);
  const isLeaving = useRef(false);

  useEffect(() => {
    if (!dirty) return;
    isLeaving.current = false;
    const ask = () =>
      new Promise<boolean>((resolve) => {
        setAnswer(() => (leave: boolean) => {
          isLeaving.current = leave;
          setAnswer(null);
          resolve(leave);
        });
      });
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving.current) event.preventDefault();
    };
    const onClick = async (event: MouseEvent) => {
      const link = isLeaving.current ? null : linkAway(event);
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
      const isHeld = !isLeaving.current && event.cancelable && navigationType === "traverse";
      if (!isHeld || isHere(destination.url)) return;
      event.preventDefault();
      if (await ask()) navigation?.traverseTo(destination.key);
    };
    guard = ask;
    window.addEventListener("beforeunload", onUnload);
    window.addEventListener("click", onClick, true);
    navigation?.addEventListener("navigate", onNavigate);
    return () => {
      guard = null;
      window.removeEventListener("beforeunload", onUnload);
      window.removeEventListener("click", onClick, true);
      navigation?.removeEventListener("navigate", onNavigate);
    };
  }, [dirty]);

  return (
    <Modal opened={answer !== null} onClose={() => answer?.(false)} title="Leave without saving?" centered>
      <Text size="sm">What you changed on this page is not saved, and would be lost.</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => answer?.(false)} data-autofocus>
          Stay
        </Button>
        <Button color="red" onClick={() => answer?.(true)}>
          Leave without saving
        </Button>
      </Group>
    </Modal>
  );
}
