import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { TabLinks } from "~/components/ui/list";
import { Page, PageHeader } from "~/components/ui/page";
import { useRootData, useViewer } from "~/utils/root-data";
import { ownPages } from "./navigation";

interface OwnPageProps {
  title: string;
  standfirst: ReactNode;
  children: ReactNode;
  /** Whether the content takes the whole width, instead of that of a text. */
  isWide?: boolean;
}

/** A page that only its owner sees, with links to the others. */
export function OwnPage({ children, isWide, ...header }: OwnPageProps) {
  const { pathname } = useLocation();
  const viewer = useViewer();
  const { hasDecisions } = useRootData();
  const isAt = (to: string) => pathname === to || pathname.startsWith(`${to}/`);
  return (
    <Page>
      <TabLinks
        label="Your pages"
        tabs={ownPages({ ...viewer, hasDecisions }).map((page) => ({
          ...page,
          current: isAt(page.to),
        }))}
        className="mt-6 -mb-4 max-sm:[&_.tab]:px-1.5 max-sm:[&_ul]:gap-0"
      />
      <PageHeader {...header} />
      {isWide ? children : <div className="max-w-reading">{children}</div>}
    </Page>
  );
}
