import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { TabLinks } from "~/components/ui/list";

interface SectionTabsProps {
  label: string;
  tabs: readonly { to: string; label: ReactNode }[];
}

/** The tabs above the pages of one part of the site. */
export function SectionTabs({ label, tabs }: SectionTabsProps) {
  const { pathname } = useLocation();
  const isWithin = (path: string, to: string) => path.startsWith(`${to}/`);
  // The path of the first page, such as `/admin`, is also the beginning of the paths of all others.
  const isFirst = (to: string) => tabs.some((other) => isWithin(other.to, to));
  const isAt = (to: string) => pathname === to || (isWithin(pathname, to) && !isFirst(to));
  return (
    <TabLinks
      label={label}
      tabs={tabs.map((tab) => ({ ...tab, current: isAt(tab.to) }))}
      className="mt-6 -mb-4 max-sm:[&_.tab]:px-1.5 max-sm:[&_ul]:gap-0"
    />
  );
}
