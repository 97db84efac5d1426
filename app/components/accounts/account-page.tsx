import type { ReactNode } from "react";
import { Card } from "~/components/ui/card";
import { Page, PageHeader } from "~/components/ui/page";
import { startsScripts } from "~/utils/browser/starts-scripts";

interface AccountPageProps {
  title: string;
  standfirst: string;
  children: ReactNode;
}

export const AccountPage = ({ title, standfirst, children }: AccountPageProps) => (
  <Page className="max-w-xl">
    <PageHeader title={title} standfirst={standfirst} />
    {/* The passkey button is rendered only after hydration. */}
    <Card className="gap-5 p-6" {...startsScripts}>
      {children}
    </Card>
  </Page>
);
