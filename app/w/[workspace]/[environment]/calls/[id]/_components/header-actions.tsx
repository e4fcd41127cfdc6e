"use client";

import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { CopyButton } from "@/components/copy-button";
import { LinkButton } from "@/components/link-button";
import { useAction } from "@/components/use-action";
import { useHydrated } from "@/components/use-hydrated";
import { useScopedRouter } from "@/components/use-scoped-router";
import type { Call } from "@/lib/calls/calls/schema";
import { useCallLink } from "./call-link";
import { ExportMenu } from "./export/export-menu";

type Props = {
  call: Call;
  /** The query of the list that linked here. */
  query: string;
  may: { end: boolean; delete: boolean; export: boolean; makeCase: boolean };
};

/** Actions on the call as a whole. */
export function HeaderActions({ call, query, may }: Props) {
  const t = useTranslations("calls.review");
  const router = useScopedRouter();
  const link = useCallLink(call.id);
  const isInBrowser = useHydrated();
  const { run } = useAction();
  const isRunning = call.ended_at === null;
  async function remove() {
    const result = await run(() => api.delete("/v1/calls/:id", { params: { id: call.id } }), {
      done: t("deleted"),
      refresh: false,
    });
    if (result.ok) router.push(`/calls${query}`);
  }
  return (
    <>
      <CopyButton value={isInBrowser ? link() : ""} label={t("copyLink")} />
      <ExportMenu callId={call.id} mayExport={may.export} />
      {call.settled_at !== null && may.makeCase && (
        <LinkButton variant="default" href={`/agents/${call.agent_id}/tests?call=${call.id}`}>
          {t("makeCase")}
        </LinkButton>
      )}
      {isRunning && may.end && (
        <ConfirmButton
          title={t("endTitle")}
          message={t("endHelp")}
          confirm={t("end")}
          onConfirm={() =>
            run(() => api.post("/v1/calls/:id/end", { params: { id: call.id } }), {
              done: t("ended"),
            })
          }
        >
          {t("end")}
        </ConfirmButton>
      )}
      {!isRunning && may.delete && (
        <ConfirmButton
          title={t("deleteTitle")}
          message={t("deleteHelp")}
          confirm={t("deleteConfirm")}
          onConfirm={remove}
        >
          {t("delete")}
        </ConfirmButton>
      )}
    </>
  );
}
