import { useFetcher, useLocation } from "@remix-run/react";
import { clsx } from "clsx";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { Button } from "~/components/ui/button";
import { Mark, SearchIcon } from "~/components/ui/icons";
import { Link, NavLink } from "~/components/ui/link";
import { useFetcherToast } from "~/components/ui/toast";
import { useSite, useViewer } from "~/utils/root-data";
import { Menu } from "./menu";
import { navigation } from "./navigation";
import { SiteSearch } from "./site-search";

export function Header() {
  const { name } = useSite();
  const isSignedIn = useViewer() !== null;
  return (
    <header
      className={clsx(
        "site-header",
        // If the header has two rows, the upper one scrolls away; on very narrow screens the whole header does.
        isSignedIn ? "top-[min(-2.75rem,(100vw-19rem)*99)]" : "top-[min(0rem,(100vw-19rem)*99)]",
      )}
    >
      <div className="header-row">
        <Link to="/" className="header-home">
          <Mark className="size-6 text-accent" />
          {name}
        </Link>
        <nav aria-label="Main" className="hidden lg:block print:hidden">
          <ul className="flex xl:gap-1">
            {navigation.map(({ to, label }) => (
              <li key={to}>
                <NavLink to={to} className="header-link">
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        {/* `contents` lets the row lay out the children, so that the account can move to its own row. */}
        <div className="contents print:hidden">
          {/* Next to the full navigation the search field fits on wide screens only. */}
          <SiteSearch className="header-search" />
          <Link to="/search" className="header-search-link">
            <SearchIcon className="size-4.5" />
            <span className="sr-only">Search</span>
          </Link>
          <Link to="/declaration" className="header-text-link">
            Declaration of Principles
          </Link>
          <span aria-hidden="true" className="ms-auto md:hidden" />
          <Account />
          <Menu />
        </div>
      </div>
    </header>
  );
}

/**
 * The signed-in user with the logout button, or the sign-in button. An email address may be too
 * long for the header's row at any width, so it gets a row of its own above.
 */
function Account() {
  const viewer = useViewer();
  const { pathname, search } = useLocation();
  const fetcher = useFetcher();
  useFetcherToast(fetcher);
  if (!viewer) return <SignInTrigger size="sm" />;
  return (
    <div className="order-first flex h-11 min-w-0 basis-full items-center justify-between gap-3">
      <Link
        to="/dashboard"
        className="min-w-0 truncate py-2 text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
      >
        Welcome, {viewer.email}
      </Link>
      <Link to="/settings" className="ms-auto shrink-0 py-2 text-sm text-muted hover:text-ink">
        Settings
      </Link>
      <fetcher.Form method="post" action="/logout" className="-me-3 shrink-0">
        <input type="hidden" name="redirectTo" value={pathname + search} />
        <Button variant="quiet" size="sm">
          Logout
        </Button>
      </fetcher.Form>
    </div>
  );
}
