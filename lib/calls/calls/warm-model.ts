import { resolveModelFor } from "@/lib/agents/integrations";
import { splitId } from "@/lib/agents/models/schema";
import { defaultHttpClient, warmConnection } from "@/lib/platform/egress";
import type { ActiveCall } from "./active-call";
import { credentialsOf } from "./turn-context";

/**
 * Returns a function that opens a connection to the server of the call's model, or keeps one open, for the request that
 * soon follows. The server's address is read once. Does nothing for a model of this process, or one that may not be used.
 */
export function createModelWarmer({ ctx, row }: Pick<ActiveCall, "ctx" | "row">): () => void {
  const { model } = row.config;
  if (splitId(model).provider === "builtin") return () => undefined;
  const readAddress = async () =>
    (await resolveModelFor(ctx, model, credentialsOf(row))).credential?.base_url;
  let address: Promise<string | undefined> | undefined;
  return () => {
    // The turn's own request reports what is wrong.
    address ??= readAddress().catch(() => {
      address = undefined;
      return undefined;
    });
    void address.then((url) => (url === undefined ? undefined : warmConnection(defaultHttpClient, url)));
  };
}
