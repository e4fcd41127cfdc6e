import { Stack } from "@mantine/core";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as LIMITS, PUT as SET_LIMITS } from "@/app/v1/cost-limits/route";
import { GET as PRICES, PUT as SET_PRICES } from "@/app/v1/prices/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { CostLimitsForm } from "./_components/cost-limits-form";
import { PricesForm } from "./_components/prices-form";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings.costs");
  return { title: t("title") };
}

export default async function Page() {
  const session = await requireSession();
  const t = await getTranslations("settings.costs");
  const [limits, prices] = await Promise.all([readRoute(LIMITS), readRoute(PRICES)]);
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <Stack gap="lg" maw={760}>
        {limits.problem ? (
          <ProblemState problem={limits.problem} />
        ) : (
          <CostLimitsForm
            key={limits.data.revision}
            limits={limits.data}
            mayChange={canUse(session, SET_LIMITS)}
          />
        )}
        {prices.problem ? (
          <ProblemState problem={prices.problem} />
        ) : (
          <PricesForm key={prices.data.revision} list={prices.data} mayChange={canUse(session, SET_PRICES)} />
        )}
      </Stack>
    </>
  );
}
