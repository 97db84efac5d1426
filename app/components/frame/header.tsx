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
