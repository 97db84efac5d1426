import { Link } from "./link";
import { clsx } from "clsx";
import type { ReactNode } from "react";

interface TabLinksProps {
  /** Accessible name, such as "Sort by". */
  label: string;
  tabs: readonly { to: string; label: ReactNode; current: boolean }[];
  className?: string;
}

/** Tabs made of links, so that each state has a URL. */
export function TabLinks({ label, tabs, className }: TabLinksProps) {
  return (
    <nav aria-label={label} className={clsx("print:hidden", className)}>
      <ul className="tab-group">
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link
              to={tab.to}
              preventScrollReset
              aria-current={tab.current ? "true" : undefined}
              className={"tab"}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
