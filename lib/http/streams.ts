/** Event streams that would continue for as long as their reader stays. */
export type Streams = {
  /** Returns the same response, with a body that `end` can end. */
  keep(response: Response): Response;
  /** Ends all open streams like their sources would, so that readers see a regular end. */
  end(): void;
};

export function createStreamRegistry(): Streams {
  const open = new Set<() => void>();

  function endable(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    let over: () => void;
    return new ReadableStream<Uint8Array>({
      start(controller) {
        over = () => {
          open.delete(over);
          controller.close();
          reader.cancel().catch(() => undefined);
        };
        open.add(over);
      },
      async pull(controller) {
        const next = await reader.read();
        if (!open.has(over)) return;
        if (next.done) {
          open.delete(over);
          controller.close();
        } else {
          controller.enqueue(next.value);
        }
      },
      async cancel() {
        open.delete(over);
        await reader.cancel();
      },
    });
  }

  return {
    keep: (response) =>
      response.body === null
        ? response
        : new Response(endable(response.body), { status: response.status, headers: response.headers }),
    end: () => {
      for (const over of open) over();
    },
  };
}
