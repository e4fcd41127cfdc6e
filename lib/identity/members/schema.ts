import { z } from "zod";
import { ROLES } from "@/lib/platform/context/roles";
import { id, pageOf, pageQuery, Time } from "@/lib/platform/schema";

export const MemberRole = z.enum(ROLES);

/** A person who belongs to the workspace. */
export const Member = z.strictObject({
  /** Identifier of the member, `mem_…`. */
  id: z.string(),
  /** Name of the person. */
  name: z.string(),
  /** Address with which the person signs in. */
  email: z.string(),
  /** Role in the workspace. Each has all rights of the weaker ones. */
  role: MemberRole,
  /** Whether signing in requires a second factor. */
  second_factor: z.boolean(),
  created_at: Time,
});
export type Member = z.output<typeof Member>;

export const MemberQuery = z.strictObject(pageQuery);
export const MemberPage = pageOf(Member);
export const MemberParams = z.strictObject({ id: id("mem") });
export const UpdateMember = z.strictObject({
  /** New role. Neither it nor the current one can be above the caller's. */
  role: MemberRole,
});
export type UpdateMember = z.output<typeof UpdateMember>;
