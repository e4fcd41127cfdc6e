import type { Metadata } from "next";
import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import { POST as DEPLOY } from "@/app/v1/agents/[id]/deploy/route";
import { POST as DUPLICATE } from "@/app/v1/agents/[id]/duplicate/route";
import { GET as AGENT, DELETE as ARCHIVE, PATCH as UPDATE } from "@/app/v1/agents/[id]/route";
import { GET as VERSION } from "@/app/v1/agents/[id]/versions/[version]/route";
import { POST as CALL } from "@/app/v1/calls/route";
import { GET as MODELS } from "@/app/v1/models/route";
import { GET as BUILTINS } from "@/app/v1/tools/builtin/route";
import { GET as TOOLS } from "@/app/v1/tools/route";
import { GET as TRANSCRIBERS } from "@/app/v1/transcribers/route";
import { GET as VOICES } from "@/app/v1/voices/route";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { referenceBaseUrl } from "@/lib/http/reference/base-url";
import { agentSample } from "@/lib/http/reference/samples/agent-sample";
import { hasCapability } from "@/lib/identity/access";
import { Builder } from "./_components/builder";
import { AgentSampleProvider } from "./_components/deploy/agent-sample";

/** The largest page of the API. */
const MAX_TOOLS = "100";

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const agent = await readRoute(AGENT, { params: await params });
  const t = await getTranslations("agents");
  return { title: agent.data?.name ?? t("one") };
}

export default async function Page({ params }: Props) {
  const session = await requireSession();
  const agent = await readRoute(AGENT, { params: await params });
  if (agent.problem) return <ProblemState problem={agent.problem} />;
  const { id, live_version } = agent.data;
  const [models, voices, transcribers, builtins, tools, live] = await Promise.all([
    readRoute(MODELS),
    readRoute(VOICES),
    readRoute(TRANSCRIBERS),
    readRoute(BUILTINS),
    readRoute(TOOLS, { query: { limit: MAX_TOOLS } }),
    live_version === null ? null : readRoute(VERSION, { params: { id, version: String(live_version) } }),
  ]);
  const workspaceTools = tools.data?.data ?? [];
  const isOpen = agent.data.status !== "archived";
  const host = (await headers()).get("host");
  return (
    <AgentSampleProvider command={agentSample(agent.data, referenceBaseUrl(host))}>
      <Builder
        key={agent.data.id}
        agent={agent.data}
        liveVariables={live?.data?.config.variables.map(({ name }) => name) ?? []}
        offers={{
          models: models.data?.data ?? [],
          voices: voices.data?.data ?? [],
          transcribers: transcribers.data?.data ?? [],
          tools: [...(builtins.data?.data ?? []), ...workspaceTools].map(({ name, description }) => ({
            name,
            description,
          })),
        }}
        rights={{
          edit: isOpen && canUse(session, UPDATE),
          deploy: isOpen && canUse(session, DEPLOY),
          archive: isOpen && canUse(session, ARCHIVE),
          duplicate: canUse(session, DUPLICATE),
          test: isOpen && canUse(session, CALL),
          admin: hasCapability(session.ctx.actor.role, "agents.policy"),
        }}
      />
    </AgentSampleProvider>
  );
}
