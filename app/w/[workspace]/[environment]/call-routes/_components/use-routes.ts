import { useState } from "react";
import type { ActionMessages } from "@/components/use-action";
import { useAction } from "@/components/use-action";
import { useConditionalSave } from "@/components/use-conditional-save";

type Stored<R> = { routes: R[]; revision: string };
type Requests<R> = {
  read: () => Promise<Stored<R>>;
  /** Replaces the list. */
  put: (routes: R[], ifMatch: string) => Promise<Stored<R>>;
  /** The record that the routes are stored with. */
  id: string;
};

/**
 * A list of routes that is saved as a whole after each change, with the revision that the member has seen. `save` resolves to
 * whether it was saved.
 */
export function useRoutes<R>(stored: Stored<R>, { read, put, id }: Requests<R>) {
  const { busy, run } = useAction();
  const [shown, setShown] = useState(stored);
  const conditional = useConditionalSave<Stored<R> & { id: string }>({
    run,
    noun: "routes",
    read: async () => ({ id, ...(await read()) }),
    onLoad: setShown,
  });
  const save = async (routes: R[], messages: ActionMessages): Promise<boolean> => {
    const baseline = { ...shown, id };
    const saved = await conditional.save(baseline, (ifMatch) => put(routes, ifMatch), {
      ...messages,
      refresh: false,
    });
    if (saved !== null) setShown(saved);
    return saved !== null;
  };
  return { routes: shown.routes, busy, save, conflictDialog: conditional.conflictDialog };
}
