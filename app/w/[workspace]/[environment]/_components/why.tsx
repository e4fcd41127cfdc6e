import { getTranslations } from "next-intl/server";
import { Panel } from "@/components/panel";
import { ProblemState } from "@/components/states";
import { WhyPanel } from "@/components/why-panel/why-panel";
import type { Explanation, FindingTopic } from "@/lib/data/explanations/schema";
import { type Read, requireSession } from "@/lib/http/page";
import { actorNames } from "./actor-names";

type Props = { explanation: Read<Explanation>; omit?: readonly FindingTopic[] };

/** The panel "Why" of a page, with the names of the members in its audit entries. */
export async function Why({ explanation: { data, problem }, omit = [] }: Props) {
  const [session, t] = await Promise.all([requireSession(), getTranslations("explanation")]);
  if (problem)
    return (
      <Panel title={t("title")}>
        <ProblemState problem={problem} />
      </Panel>
    );
  const entries = data.findings.flatMap(({ audit }) => audit);
  return <WhyPanel explanation={data} names={await actorNames(session, entries)} omit={omit} />;
}
