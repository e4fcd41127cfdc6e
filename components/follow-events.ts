import { scopeOfPath, withScopeParameter } from "@/lib/platform/context/scope";

/** A slot of a stream that no longer runs is free by then (docs/api.md, "Event streams"). */
const REOPEN_MS = 15_000;
/** Five minutes: what refuses for longer (an ended session, a deleted call) does not change by waiting. */
const MAX_REOPENS = 20;

type Listeners = Readonly<Record<string, (event: MessageEvent<string>) => void>>;

/**
 * Listens to an event stream until the result is called. The browser reconnects a broken connection itself, but takes
 * an error answer (too many streams, a restart of the server) as the end; then the stream is opened again later.
 */
export function followEvents(path: string, listeners: Listeners): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reopens = 0;
  const open = () => {
    source = new EventSource(withScopeParameter(scopeOfPath(window.location.pathname), path));
    source.addEventListener("open", () => {
      reopens = 0;
    });
    source.addEventListener("error", () => {
      if (source.readyState !== EventSource.CLOSED || reopens === MAX_REOPENS) return;
      reopens += 1;
      timer = setTimeout(open, REOPEN_MS);
    });
    for (const [name, listener] of Object.entries(listeners)) source.addEventListener(name, listener);
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
