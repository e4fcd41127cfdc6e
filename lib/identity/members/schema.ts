import { z } from "zod";
import { ROLES } from "@/lib/platform/context/roles";
import { id, pageOf, pageQuery, Time } from "@/lib/platform/schema";

export const MemberRole = z.enum(ROLES);

/** A person who belongs to the workspace. */
export const Member = z.strictObject({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: MemberRole,
  /** Whether sign-in requires a second factor. */
  second_factor: z.boolean(),
  created_at: Time,
});
export type Member = z.output<typeof Member>;

export const MemberQuery = z.strictObject(pageQuery);
export const MemberPage = pageOf(Member);
export const MemberParams = z.strictObject({ id: id("mem") });
export const UpdateMember = z.strictObject({ role: MemberRole });
export type UpdateMember = z.output<typeof UpdateMember>;
