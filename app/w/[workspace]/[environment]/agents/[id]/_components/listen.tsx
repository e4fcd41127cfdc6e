"use client";

import { Button, Text } from "@mantine/core";
import { IconPlayerStopFilled, IconVolume } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useScopedAddress } from "@/components/use-scope";
import { SAMPLE_VOICES } from "@/lib/voice/values";

/** Plays a sample of a built-in voice. The API has no samples of other providers. */
export function Listen({ voice }: { voice: string | null }) {
  const t = useTranslations("agents.sample");
  const audio = useRef<HTMLAudioElement | null>(null);
  const addressOf = useScopedAddress();
  const [state, setState] = useState<"silent" | "loading" | "playing" | "failed">("silent");
  useEffect(() => () => audio.current?.pause(), []);
  if (!SAMPLE_VOICES.some((sample) => sample === voice)) return null;

  async function play(): Promise<void> {
    const element = new Audio(addressOf(`/v1/voices/sample?voice=${encodeURIComponent(voice ?? "")}`));
    audio.current?.pause();
    audio.current = element;
    element.addEventListener("pause", () => setState("silent"));
    setState("loading");
    await element.play().then(
      () => setState("playing"),
      () => setState("failed"),
    );
  }
  const isPlaying = state === "playing";
  const Icon = isPlaying ? IconPlayerStopFilled : IconVolume;
  return (
    <div>
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon size={15} aria-hidden />}
        loading={state === "loading"}
        onClick={() => (isPlaying ? audio.current?.pause() : void play())}
      >
        {isPlaying ? t("stop") : t("play")}
      </Button>
      <Text size="xs" c="dimmed" mt={4} role="status">
        {state === "failed" && t("failed")}
      </Text>
    </div>
  );
}
