/** Timers by name, one of each at a time. */
export function namedTimers<Name extends string>(due: (name: Name) => void) {
  const running = new Map<Name, NodeJS.Timeout>();
  const disarm = (name: Name) => {
    clearTimeout(running.get(name));
    running.delete(name);
  };
  return {
    arm(name: Name, ms: number) {
      disarm(name);
      running.set(
        name,
        setTimeout(() => {
          running.delete(name);
          due(name);
        }, ms),
      );
    },
    disarm,
    stop() {
      for (const name of [...running.keys()]) disarm(name);
    },
  };
}
