import { Stack } from "@mantine/core";
import type { Metadata } from "next";
import { POST as IMPORT } from "@/app/v1/encryption/import/route";
import { POST as ROTATE } from "@/app/v1/encryption/rotate/route";
import { GET as ENCRYPTION } from "@/app/v1/encryption/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { DataKeys } from "./_components/data-keys";
import { OwnKey } from "./_components/own-key";
import { WhatIsSealed } from "./_components/what-is-sealed";

export const metadata: Metadata = { title: "Security" };

export default async function Page() {
  const session = await requireSession();
  const encryption = await readRoute(ENCRYPTION);
  return (
    <>
      <PageHeader
        title="Security"
        description="The keys that seal what people said, who they are, and your credentials."
      />
      {encryption.problem ? (
        <ProblemState problem={encryption.problem} />
      ) : (
        <Stack gap="xl">
          <DataKeys encryption={encryption.data} mayRotate={canUse(session, ROTATE)} />
          <OwnKey encryption={encryption.data} mayChange={canUse(session, IMPORT)} />
          <WhatIsSealed />
        </Stack>
      )}
    </>
  );
}
