import { readEvents, type SeenEvent } from "../fixtures/events";

/** Opens an event stream through the proxy and collects its events until it ends or is closed. */
export async function openEvents(
  origin: string,
  path: string,
  key: string,
  headers: Record<string, string> = {},
) {
  const stop = new AbortController();
  const response = await fetch(`${origin}${path}`, {
    headers: { authorization: `Bearer ${key}`, accept: "text/event-stream", ...headers },
    signal: stop.signal,
  });
  let text = "";
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read())
      text += decoder.decode(part.value, { stream: true });
  };
  const ended = read().catch(() => undefined);
  return {
    status: response.status,
    requestId: response.headers.get("x-request-id") ?? "",
    /** Complete events so far. */
    events: (): SeenEvent[] => readEvents(text.slice(0, text.lastIndexOf("\n\n") + 2)),
    ended,
    async close(): Promise<void> {
      stop.abort();
      await ended;
    },
  };
}
