import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { OwnPage } from "~/components/frame/own-page";
import { NavLink } from "~/components/ui/link";
import { hasSecondFactor } from "~/services/accounts/codes.server";
import { keepPageWhenSignedOut } from "~/utils/forms/offline-fallback";
import { requireViewerOrForm } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";

export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewerOrForm(args);
  // Whether changes have to be confirmed by a code as well.
  return { takesCode: viewer !== null && (await orErrorResponse(hasSecondFactor(viewer.id))) };
}

export const shouldRevalidate = keepPageWhenSignedOut;

const sectionLink =
  "flex min-h-11 items-center rounded px-3 text-base text-muted hover:text-ink aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-ink";

/** The frame of the settings, with links to the sections at the side, or above on a narrow screen. */
export default function SettingsLayout() {
  return (
    <OwnPage title="Settings" standfirst="Your account, and what belongs to it." isWide>
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
    </OwnPage>
  );
}

const sections = [
  { path: "/settings", label: "Profile" },
  { path: "/settings/sign-in", label: "Address and password" },
  { path: "/settings/second-factor", label: "Second factor" },
  { path: "/settings/sessions", label: "Sessions and tokens" },
  { path: "/settings/notifications", label: "Notices by mail" },
  { path: "/settings/people", label: "Blocked people" },
  { path: "/settings/data", label: "Your data" },
] as const;
