"use client";

import { Button, Radio, Stack, TextInput } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { FormButtons } from "@/components/form-buttons";
import { Modal } from "@/components/modal";
import { useAction } from "@/components/use-action";
import { useAddressDialog } from "@/components/use-address-dialog";
import { useBodyForm } from "@/components/use-body-form";
import type { CreateInvitation, InvitationWithLink } from "@/lib/identity/invitations/schema";
import type { Role } from "@/lib/platform/context/roles";
import { LinkModal } from "./link-modal";

/**
 * Creates an invitation. `roles`: the roles that this member can assign, weakest first. With `?new=true` in the address, the
 * dialog is open.
 */
export function Invite({ roles }: { roles: readonly Role[] }) {
  const t = useTranslations("access.invite");
  const tAccess = useTranslations("access");
  const { opened, open, close } = useAddressDialog("new");
  const [invitation, setInvitation] = useState<InvitationWithLink | null>(null);
  const { busy, run } = useAction();
  const form = useBodyForm<typeof CreateInvitation, { email: string; role: Role }>({
    loadSchema: async () => (await import("@/lib/identity/invitations/schema")).CreateInvitation,
    bodyOf: (values) => values,
    initialValues: { email: "", role: "viewer" },
    problemsOf: ({ email }) => ({ email: email.includes("@") ? null : t("emailInvalid") }),
  });

  const invite = form.onSend(async (body) => {
    const result = await run(() => api.post("/v1/invitations", { body }), { form });
    if (!result.ok) return;
    close();
    form.reset();
    setInvitation(result.data);
  });

  return (
    <>
      <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={open}>
        {t("action")}
      </Button>
      <Modal opened={opened} onClose={close} title={t("title")} centered>
        <form onSubmit={invite} noValidate>
          <Stack>
            <TextInput
              label={t("email")}
              type="email"
              inputMode="email"
              autoComplete="off"
              data-autofocus
              {...form.getInputProps("email")}
            />
            <Radio.Group label={tAccess("members.role")} {...form.getInputProps("role")}>
              <Stack gap="xs" mt={6}>
                {roles.map((role) => (
                  <Radio
                    key={role}
                    value={role}
                    label={tAccess(`role.${role}`)}
                    description={tAccess(`roleHelp.${role}`)}
                  />
                ))}
              </Stack>
            </Radio.Group>
            <FormButtons onCancel={close} busy={busy} mt="sm">
              {t("create")}
            </FormButtons>
          </Stack>
        </form>
      </Modal>
      <LinkModal invitation={invitation} onClose={() => setInvitation(null)} />
    </>
  );
}
