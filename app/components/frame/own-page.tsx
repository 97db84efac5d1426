import type { ReactNode } from "react";
import { Page, PageHeader } from "~/components/ui/page";
import { useRootData, useViewer } from "~/utils/root-data";
import { ownPages } from "./navigation";
import { SectionTabs } from "./section-tabs";

interface OwnPageProps {
  title: string;
  standfirst: ReactNode;
  children: ReactNode;
  /** Whether the content takes the whole width, instead of that of a text. */
  isWide?: boolean;
}

/** A page that only its owner sees, with links to the others. */
export function OwnPage({ children, isWide, ...header }: OwnPageProps) {
  const viewer = useViewer();
  const { hasDecisions } = useRootData();
  return (
    <Page>
      <SectionTabs label="Your pages" tabs={ownPages({ ...viewer, hasDecisions })} />
      <PageHeader {...header} />
      {isWide ? children : <div className="max-w-reading">{children}</div>}
    </Page>
  );
}
