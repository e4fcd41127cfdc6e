"use client";

import { PasswordInput, TextInput } from "@mantine/core";
import { api } from "@/components/api";
import { StaffForm } from "./form";

export function StaffSignIn() {
  return (
    <StaffForm
      title="Sign in as staff"
      submit="Sign in"
      onSubmit={async (data) => {
        await api.post("/v1/staff/session", {
          body: { email: String(data.get("email")), password: String(data.get("password")) },
        });
        window.location.assign("/staff");
      }}
    >
      <TextInput label="E-mail address" name="email" type="email" autoComplete="username" required />
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        visibilityToggleButtonProps={{ "aria-label": "Show the password" }}
      />
    </StaffForm>
  );
}
