import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { clsx } from "clsx";
import { GeneralErrorBoundary } from "~/components/error-boundary";
import { NavLink } from "~/components/ui/link";
import { Page } from "~/components/ui/page";
import { PageHeader } from "~/components/ui/page-header";
import { requireViewer } from "~/utils/http/auth.server";
import { sections } from "./sections";

/** Sections that only show what the frame knows need no loader of their own to be for the signed-in alone. */
export async function loader(args: LoaderFunctionArgs) {
  await requireViewer(args);
  return null;
}

const sectionLink = ({ isActive }: { isActive: boolean }) =>
  clsx(
    "flex min-h-11 items-center rounded px-3 text-base",
    isActive ? "bg-sunken font-medium text-ink" : "text-muted hover:text-ink",
  );

/** The frame of the settings: the sections at the side, or above on a narrow screen. */
export default function SettingsLayout() {
  return (
    <Page>
      <PageHeader title="Settings" standfirst="Your account, and what belongs to it." />
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-8 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <nav aria-label="Settings" className="-mx-3 print:hidden">
          <ul className="flex flex-wrap gap-1 lg:flex-col">
            {sections.map(({ path, label }) => (
              <li key={path}>
                <NavLink to={path} end className={sectionLink}>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid max-w-reading grid-cols-1 gap-14">
          <Outlet />
        </div>
      </div>
    </Page>
  );
}

export function ErrorBoundary() {
  return <GeneralErrorBoundary />;
}
