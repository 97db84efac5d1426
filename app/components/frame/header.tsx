import { Link, NavLink } from "~/components/ui/link";
import { clsx } from "clsx";
import { Mark, SearchIcon } from "~/components/ui/icons";
import { useSite, useViewer } from "~/utils/root-data";
import { Account } from "./account";
import { Menu } from "./menu";
import { navigation } from "./navigation";
import { SiteSearch } from "./site-search";

export function Header() {
  const { name } = useSite();
  const isSignedIn = useViewer() !== null;
  return (
    <header
      className={clsx(
        "sticky z-40 border-b border-line bg-paper print:static",
        // Of two rows the upper one scrolls away; on very narrow screens the whole header does.
        isSignedIn ? "top-[min(-2.75rem,(100vw-19rem)*99)]" : "top-[min(0rem,(100vw-19rem)*99)]",
      )}
    >
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-2 px-4 sm:gap-x-4 sm:px-6 lg:px-8 xl:gap-x-6">
        <Link
          to="/"
          className="-ms-1 flex h-16 shrink-0 items-center gap-2 rounded-sm px-1 font-display text-2xl leading-none font-semibold tracking-tight"
        >
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
          <SiteSearch className="ms-auto hidden max-w-48 grow basis-28 md:block lg:hidden xl:block" />
          <Link
            to="/search"
            className="ms-auto hidden size-9 shrink-0 place-items-center rounded hover:bg-sunken lg:grid xl:hidden pointer-coarse:size-11"
          >
            <SearchIcon className="size-4.5" />
            <span className="sr-only">Search</span>
          </Link>
          <Link
            to="/declaration"
            className="hidden shrink-0 py-2 text-sm pointer-coarse:py-3 text-muted underline-offset-4 hover:text-ink hover:underline md:block"
          >
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
