import { Link, NavLink } from "@remix-run/react";
import { Mark } from "~/components/ui/icons";
import { useSite } from "~/utils/root-data";
import { Account } from "./account";
import { Menu } from "./menu";
import { navigation } from "./navigation";

const quietLink = "text-sm text-muted underline-offset-4 hover:text-ink hover:underline";

export function Header() {
  const { name } = useSite();
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper print:static">
      <div className="mx-auto flex h-16 max-w-page items-center gap-4 px-4 sm:px-6 lg:gap-7 lg:px-8">
        <Link
          to="/"
          className="-ms-1 flex shrink-0 items-center gap-2 rounded-sm px-1 py-2 font-display text-2xl leading-none font-semibold tracking-tight"
        >
          <Mark className="size-6 text-accent" />
          {name}
        </Link>
        <nav aria-label="Main" className="hidden lg:block print:hidden">
          <ul className="flex gap-1">
            {navigation.map(({ to, label }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  className="relative flex h-16 items-center px-2.5 text-base text-ink after:absolute after:inset-x-2.5 after:-bottom-px after:h-0.5 hover:text-accent aria-[current=page]:after:bg-accent"
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ms-auto flex min-w-0 items-center gap-4 print:hidden">
          <Link to="/declaration" className={`hidden shrink-0 py-2 md:block ${quietLink}`}>
            Declaration of Principles
          </Link>
          <Account />
          <Menu />
        </div>
      </div>
    </header>
  );
}
