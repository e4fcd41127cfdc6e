"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import { Modal } from "@/components/modal";
import { say, useAction } from "@/components/use-action";
import { useConditionalSave } from "@/components/use-conditional-save";
import { useRequested } from "@/components/use-requested";
import type { Agent } from "@/lib/agents/agents/schema";
import type { SectionId } from "../agent-form";
import type { DeployDialog, DeployRequest, ReviewedDeploy } from "./deploy-request";
import type { SendDeploy } from "./review";

type Options = {
  /** The address of a section where the member can fix it; undefined for a version, which cannot be changed. */
  hrefOf?: (section: SectionId) => string;
  /** Shows the draft that another member has changed. */
  onLoad?: (agent: Agent) => void;
  onDeployed?: (agent: Agent) => void;
  /** Shows a test of the deployed version; absent for members who cannot test. */
  onTest?: () => void;
};

/** The dialog has a form, the differences and the samples of the next steps. */
const loadContent = async () => (await import("./deploy-content")).DeployContent;

/** Refusals that name settings, which the review lists with links to them. */
const isNotReady = ({ details }: ApiError): boolean => details.some(({ pointer }) => pointer !== "/note");

/** The suites were made required, or their runs were deleted, while the review was open. */
const OPEN_SUITES = "required_suites_open";

/** Another member has started a traffic split while the review was open. */
const SPLIT_RUNNING = "traffic_split_running";

type Body = Parameters<SendDeploy>[1];
type FormMessages = Parameters<SendDeploy>[2];

/** The body that starts a split in place of a deploy. */
const toSplitBody = ({ note, version, override_suites_reason }: Body, percent: number) => ({
  percent,
  ...(note !== undefined && { note }),
  ...(version !== undefined && { version }),
  ...(override_suites_reason !== undefined && { override_suites_reason }),
});

const ignore = () => undefined;

/**
 * Deploys the draft, or a version: `review` opens a dialog with the changes, the checks and a note, which deploys and then
 * shows the next steps. The caller renders `dialog`.
 */
export function useDeploy(
  agent: Pick<Agent, "id">,
  { hrefOf, onLoad = ignore, onDeployed = ignore, onTest }: Options,
) {
  const t = useTranslations("agents");
  const format = useFormatter();
  const { busy, run } = useAction();
  const { Part: Content, request: requestContent, preload } = useRequested(loadContent);
  const [dialog, setDialog] = useState<DeployDialog | null>(null);
  // The content stays while the dialog fades out.
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  // The test takes the focus, so it begins once the dialog has returned it.
  const isTestRequested = useRef(false);
  const closeForTest = () => {
    isTestRequested.current = true;
    close();
  };
  const params = { id: agent.id };

  async function review(request: DeployRequest): Promise<void> {
    preload();
    const query = "version" in request ? { version: request.version } : {};
    const result = await run(() => api.get("/v1/agents/:id/deploy/preview", { params, query }), {
      refresh: false,
    });
    if (!result.ok || !(await requestContent())) return;
    setDialog({ request, preview: result.data, deployed: null });
    setOpened(true);
  }

  const { save, conflictDialog } = useConditionalSave({
    run,
    noun: "agent",
    overwrite: t("deploy.anyway"),
    read: () => api.get("/v1/agents/:id", { params }),
    onLoad: (latest) => {
      onLoad(latest);
      void review({ revision: latest.revision });
    },
  });

  /** Reviews the request again, with what the server would report now. */
  async function reload(request: DeployRequest): Promise<null> {
    const query = "version" in request ? { version: request.version } : {};
    const preview = await api.get("/v1/agents/:id/deploy/preview", { params, query });
    setDialog({ request, preview, deployed: null });
    return null;
  }

  /** Shows in the review why the server refused. Rethrows an error that the review cannot show. */
  async function showRefusal({ request, preview }: ReviewedDeploy, error: unknown): Promise<null> {
    if (!(error instanceof ApiError)) throw error;
    if (error.reason === OPEN_SUITES || error.reason === SPLIT_RUNNING) return reload(request);
    if (!isNotReady(error)) throw error;
    setDialog({ request, preview: { ...preview, problems: [...error.details] }, deployed: null });
    return null;
  }

  /** Starts a traffic split in place of a deploy, and shows the agent with its new revision. */
  async function startSplit(
    reviewed: ReviewedDeploy,
    body: ReturnType<typeof toSplitBody>,
    form: FormMessages,
  ): Promise<void> {
    const { request, preview } = reviewed;
    const send = (ifMatch?: string) =>
      api
        .put("/v1/agents/:id/traffic-split", { params, body, ifMatch })
        .catch((error: unknown) => showRefusal(reviewed, error));
    const trySend = async () => {
      const result = await run(() => send(), { form });
      return result.ok ? result.data : null;
    };
    const split = "revision" in request ? await save(request, send, { form }) : await trySend();
    if (split === null) return;
    close();
    onLoad(await api.get("/v1/agents/:id", { params }));
    const percent = format.number(body.percent / 100, { style: "percent" });
    say(t("share.done", { version: String(preview.version), percent }));
  }

  const deploy: SendDeploy = async (reviewed, body, form, share) => {
    if (share !== "all") return startSplit(reviewed, toSplitBody(body, share), form);
    const { request, preview } = reviewed;
    const send = (ifMatch?: string) =>
      api
        .post("/v1/agents/:id/deploy", { params, body, ifMatch })
        .catch((error: unknown) => showRefusal(reviewed, error));
    if ("revision" in request) {
      const deployed = await save(request, send, { form });
      if (deployed === null) return;
      setDialog({ request, preview, deployed });
      onDeployed(deployed);
      return;
    }
    const result = await run(() => send(), { form });
    if (!result.ok || result.data === null) return;
    close();
    say(t("rollback.done", { version: String(request.version) }));
  };

  const titleOf = ({ request, preview, deployed }: DeployDialog): string => {
    if (deployed !== null) return t("deployed.title", { version: String(deployed.live_version) });
    const version = String(preview.version);
    return "version" in request ? t("rollback.title", { version }) : t("deploy.title", { version });
  };

  const element = dialog !== null && (
    <Modal
      opened={opened}
      onClose={close}
      title={titleOf(dialog)}
      size={720}
      centered
      // After a deploy the button that opened the dialog is disabled and cannot take the focus.
      returnFocus={dialog.deployed === null}
      onExitTransitionEnd={() => {
        if (dialog.deployed !== null) document.querySelector("main")?.focus({ preventScroll: true });
        if (isTestRequested.current) onTest?.();
        isTestRequested.current = false;
      }}
    >
      {Content !== null && (
        <Content
          dialog={dialog}
          hrefOf={hrefOf}
          busy={busy}
          onDeploy={deploy}
          onTest={onTest && closeForTest}
          onClose={close}
        />
      )}
      {conflictDialog}
    </Modal>
  );
  return { busy, review, preload, dialog: element };
}
