"use client";

import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { useAction } from "@/components/use-action";

export function EndAll() {
  const { run } = useAction();
  return (
    <ConfirmButton
      title="Sign out everywhere?"
      message="All your sessions end, in every workspace, this one too. You sign in again with your password."
      confirm="Sign out everywhere"
      onConfirm={async () => {
        const result = await run(() => api.delete("/v1/sessions"), { refresh: false });
        if (result.ok) window.location.assign("/sign-in");
      }}
    >
      Sign out everywhere
    </ConfirmButton>
  );
}
