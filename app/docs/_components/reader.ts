import { headers } from "next/headers";
import { cache } from "react";
import { GET as AGENTS } from "@/app/v1/agents/route";
import { GET as TOOLS } from "@/app/v1/tools/route";
import { GET as WEBHOOKS } from "@/app/v1/webhooks/route";
import { exampleId } from "@/lib/http/openapi/examples";
import { pageSession, type Read, readRoute } from "@/lib/http/page";
import { referenceBaseUrl } from "@/lib/http/reference/base-url";

/** Values for the samples. */
type Reader = {
  baseUrl: string;
  /** The workspace of the signed-in reader. */
  workspace: string | null;
  /** The reader's identifiers by those of the examples. None of a contact, a number or a call. */
  ids: Readonly<Record<string, string>>;
};

const firstId = ({ data }: Read<{ data: readonly { id: string }[] }>): string | undefined =>
  data?.data[0]?.id;

/** The reader of this page; its samples have placeholders if the reader is not signed in. */
export const readReader = cache(async (): Promise<Reader> => {
  const baseUrl = referenceBaseUrl((await headers()).get("host"));
  const session = await pageSession();
  if (session === null) return { baseUrl, workspace: null, ids: {} };
  const query = { query: { limit: "1" } };
  const [agents, tools, webhooks] = await Promise.all([
    readRoute(AGENTS, query),
    readRoute(TOOLS, query),
    readRoute(WEBHOOKS, query),
  ]);
  const ownIds = { agt: firstId(agents), tool: firstId(tools), whk: firstId(webhooks) };
  const ids = Object.entries(ownIds).flatMap(([prefix, id]) =>
    id === undefined ? [] : [[exampleId(prefix as keyof typeof ownIds), id] as const],
  );
  return { baseUrl, workspace: session.workspace.name, ids: Object.fromEntries(ids) };
});
