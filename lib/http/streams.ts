/** Event streams that would continue for as long as their reader stays. */
export type Streams = {
  /** Returns the same response, with a body that `end` can end. */
  keep(response: Response): Response;
  /** Ends all open streams like their sources would, so that readers see a regular end. */
  end(): void;
};

type Body = ReadableStream<Uint8Array>;

/** A body with the same content. `end` closes it; `ended` is called once it is read to its end, closed, canceled or broken. */
function endable(body: Body, ended: () => void): { body: Body; end: () => void } {
  const reader = body.getReader();
  let isOver = false;
  const finish = () => {
    if (isOver) return;
    isOver = true;
    ended();
  };
  let end: () => void = finish;
  const copy: Body = new ReadableStream<Uint8Array>({
    start(controller) {
      end = () => {
        if (isOver) return;
        finish();
        controller.close();
        reader.cancel().catch(() => undefined);
      };
    },
    async pull(controller) {
      try {
        const next = await reader.read();
        if (isOver) return;
        if (!next.done) return controller.enqueue(next.value);
        finish();
        controller.close();
      } catch (error) {
        finish();
        throw error;
      }
    },
    async cancel(reason) {
      finish();
      await reader.cancel(reason);
    },
  });
  return { body: copy, end };
}

const withBody = ({ status, headers }: Response, body: Body): Response =>
  new Response(body, { status, headers });

/** The same response, with a body that calls `ended` when it is read to its end, fails or is canceled. */
export const withEnd = (response: Response, ended: () => void): Response =>
  response.body === null ? response : withBody(response, endable(response.body, ended).body);

export function createStreamRegistry(): Streams {
  const open = new Set<() => void>();
  return {
    keep(response) {
      if (response.body === null) return response;
      const { body, end } = endable(response.body, () => open.delete(end));
      open.add(end);
      return withBody(response, body);
    },
    end: () => {
      for (const end of open) end();
    },
  };
}
