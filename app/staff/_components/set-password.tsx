"use client";

import { PasswordInput } from "@mantine/core";
import { api } from "@/components/api";
import { StaffForm } from "./form";

/** The link's token stands behind the #, which no server sees. */
export function SetPassword() {
  return (
    <StaffForm
      title="Set your password"
      submit="Set the password"
      onSubmit={async (data) => {
        const token = window.location.hash.slice(1);
        await api.post("/v1/staff/password", { body: { token, password: String(data.get("password")) } });
        window.location.assign("/staff/sign-in");
      }}
    >
      <PasswordInput
        label="Password"
        description="At least 12 characters."
        name="password"
        autoComplete="new-password"
        required
        visibilityToggleButtonProps={{ "aria-label": "Show the password" }}
      />
    </StaffForm>
  );
}
