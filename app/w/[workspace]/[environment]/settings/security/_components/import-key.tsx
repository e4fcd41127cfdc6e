"use client";

import { Button, Code, Group, Stack, Text, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { api } from "@/components/api";
import { CopyButton } from "@/components/copy-button";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import type { KeyImport } from "@/lib/identity/encryption/schema";

const MAKE = "openssl rand 32 > own.key";
const WRAP =
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

/** A public key for one import, the commands that wrap a key for it, and a field for what they print. */
export function ImportKey({ back }: { back: boolean }) {
  const { busy, run } = useAction();
  const [offer, setOffer] = useState<KeyImport | null>(null);
  const [wrapped, setWrapped] = useState("");

  const prepare = async () => {
    const keyImport = await run(() => api.post("/v1/encryption/key-imports"), { refresh: false });
    if (keyImport.ok) setOffer(keyImport.data);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (offer === null) return;
    const sent = await run(
      () =>
        api.post("/v1/encryption/import", {
          body: {
            key_import_id: offer.id,
            wrapped_key: wrapped.replace(/\s/g, ""),
          },
        }),
      { done: back ? "The workspace is unlocked." : "Your key is in use." },
    );
    if (!sent.ok) return;
    setOffer(null);
    setWrapped("");
  };

  if (offer === null)
    return (
      <Group>
        <Button variant="default" loading={busy} onClick={prepare}>
          {back ? "Give the key back" : "Import a key"}
        </Button>
      </Group>
    );
  return (
    <form onSubmit={submit}>
      <Stack>
        {!back && (
          <>
            <Text size="sm">Make a key of 32 random bytes, and keep it where you keep such things:</Text>
            <Command>{MAKE}</Command>
          </>
        )}
        <Text size="sm">
          Save this public key as <Code>import.pem</Code>. It takes one key, until{" "}
          <Time at={offer.expires_at} as="time" />.
        </Text>
        <Command>{offer.public_key}</Command>
        <Text size="sm">Wrap your key for it:</Text>
        <Command>{WRAP}</Command>
        <Textarea
          label="Wrapped key"
          description="What the command prints: base64."
          required
          withAsterisk={false}
          rows={4}
          value={wrapped}
          onChange={(event) => setWrapped(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" loading={busy}>
            {back ? "Unlock the workspace" : "Import"}
          </Button>
          <Button variant="default" onClick={() => setOffer(null)}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
