import type { Metadata } from "next";
import { POST as DEPLOY } from "@/app/v1/agents/[id]/deploy/route";
import { POST as DUPLICATE } from "@/app/v1/agents/[id]/duplicate/route";
import { GET as AGENT, DELETE as ARCHIVE, PATCH as UPDATE } from "@/app/v1/agents/[id]/route";
import { POST as CALL } from "@/app/v1/calls/route";
import { GET as MODELS } from "@/app/v1/models/route";
import { GET as BUILTINS } from "@/app/v1/tools/builtin/route";
import { GET as TOOLS } from "@/app/v1/tools/route";
import { GET as TRANSCRIBERS } from "@/app/v1/transcribers/route";
import { GET as VOICES } from "@/app/v1/voices/route";
import { ProblemState } from "@/components/states";
import { may, read, requireSession } from "@/lib/http/page";
import { can } from "@/lib/identity/access";
import { Builder } from "./_components/builder";

/** As many of the workspace's own tools as a list gives at once. */
const TOOLS_SHOWN = "100";

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const agent = await read(AGENT, { params: await params });
  return { title: agent.data?.name ?? "Agent" };
}

export default async function Page({ params }: Props) {
  const session = await requireSession();
  const agent = await read(AGENT, { params: await params });
  if (agent.problem) return <ProblemState problem={agent.problem} />;
  const [models, voices, transcribers, builtins, tools] = await Promise.all([
    read(MODELS),
    read(VOICES),
    read(TRANSCRIBERS),
    read(BUILTINS),
    read(TOOLS, { query: { limit: TOOLS_SHOWN } }),
  ]);
  const own = tools.data?.data ?? [];
  const open = agent.data.status !== "archived";
  return (
    <Builder
      key={agent.data.id}
      agent={agent.data}
      offers={{
        models: models.data?.data ?? [],
        voices: voices.data?.data ?? [],
        transcribers: transcribers.data?.data ?? [],
        tools: [...(builtins.data?.data ?? []), ...own].map(({ name, description }) => ({
          name,
          description,
        })),
      }}
      rights={{
        edit: open && may(session, UPDATE),
        deploy: open && may(session, DEPLOY),
        archive: open && may(session, ARCHIVE),
        duplicate: may(session, DUPLICATE),
        rehearse: open && may(session, CALL),
        admin: can(session.ctx.actor.role, "agents.policy"),
      }}
    />
  );
}
