"use client";

import { Button, Code, Group, Stack, Text, Textarea } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { api } from "@/components/api";
import { CopyButton } from "@/components/copy-button";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import type { KeyImport } from "@/lib/identity/encryption/schema";

const CREATE_COMMAND = "openssl rand 32 > own.key";
const WRAP_COMMAND =
  "openssl pkeyutl -encrypt -pubin -inkey import.pem -in own.key -pkeyopt rsa_padding_mode:oaep -pkeyopt rsa_oaep_md:sha256 -pkeyopt rsa_mgf1_md:sha256 | base64 -w0";

function Command({ children }: { children: string }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Code block flex={1} style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {children}
      </Code>
      <CopyButton value={children} />
    </Group>
  );
}

type Props = { keyImport: KeyImport; isRestore: boolean; onClose(): void };

/** A public key for one import, the commands that wrap a key with it, and a field for their output. */
export function WrappedKeyForm({ keyImport, isRestore, onClose }: Props) {
  const t = useTranslations("encryption.import");
  const tCommon = useTranslations("common");
  const step = isRestore ? "again" : "first";
  const { busy, run } = useAction();
  const [wrapped, setWrapped] = useState("");

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = { key_import_id: keyImport.id, wrapped_key: wrapped.replace(/\s/g, "") };
    const sent = await run(() => api.post("/v1/encryption/import", { body }), { done: t(`done.${step}`) });
    if (sent.ok) onClose();
  };

  return (
    <form onSubmit={submit}>
      <Stack>
        {!isRestore && (
          <>
            <Text size="sm">{t("create")}</Text>
            <Command>{CREATE_COMMAND}</Command>
          </>
        )}
        <Text size="sm">
          {t.rich("save", {
            code: (text) => <Code>{text}</Code>,
            time: () => <Time at={keyImport.expires_at} as="time" />,
          })}
        </Text>
        <Command>{keyImport.public_key}</Command>
        <Text size="sm">{t("wrap")}</Text>
        <Command>{WRAP_COMMAND}</Command>
        <Textarea
          label={t("wrapped")}
          description={t("wrappedHelp")}
          required
          withAsterisk={false}
          rows={4}
          value={wrapped}
          onChange={(event) => setWrapped(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" loading={busy}>
            {t(`submit.${step}`)}
          </Button>
          <Button variant="default" onClick={onClose}>
            {tCommon("cancel")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
