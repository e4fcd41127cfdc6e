import { useEffect, useRef } from "react";

type Handlers = {
  /** The tab is hidden or closed. */
  onLeave: () => void;
  /** The tab is shown again, or the connection is back. */
  onReturn: () => void;
};

/** Calls back when the member may not return to the page, and when they do. */
export function useLeavingEvents(handlers: Handlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const onLeave = () => latest.current.onLeave();
    const onReturn = () => latest.current.onReturn();
    const onVisibility = () => (document.visibilityState === "hidden" ? onLeave() : onReturn());
    document.addEventListener("visibilitychange", onVisibility);
    window.addEventListener("pagehide", onLeave);
    window.addEventListener("online", onReturn);
    window.addEventListener("focus", onReturn);
    return () => {
      document.removeEventListener("visibilitychange", onVisibility);
      window.removeEventListener("pagehide", onLeave);
      window.removeEventListener("online", onReturn);
      window.removeEventListener("focus", onReturn);
    };
  }, []);
}
