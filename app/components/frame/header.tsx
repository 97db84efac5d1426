import { useFetcher, useLocation, Form } from "@remix-run/react";
import { clsx } from "clsx";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { Button } from "~/components/ui/button";
import { Mark, SearchIcon, CloseIcon, MenuIcon } from "~/components/ui/icons";
import { Link, NavLink } from "~/components/ui/link";
import { useFetcherToast } from "~/components/ui/toast";
import { useRootData, useSite, useViewer } from "~/utils/root-data";
import { navigation } from "./navigation";
import { useEffect, useRef } from "react";
import { MAX_UNREAD_SHOWN } from "~/domain/notices";
import { MAX_QUERY_LENGTH } from "~/domain/search";

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

/** An email address may be too long for the header's row at any width, so it gets a row of its own above. */
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
      <Link to="/notices" className="ms-auto shrink-0 py-2 text-sm text-muted hover:text-ink">
        Notices
        <UnreadCount />
      </Link>
      <Link to="/settings" className="shrink-0 py-2 text-sm text-muted hover:text-ink">
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

/** How many notices are not read, up to 99. */
function UnreadCount() {
  const { unreadNotices } = useRootData();
  if (!unreadNotices) return null;
  const shown = unreadNotices > MAX_UNREAD_SHOWN ? `${MAX_UNREAD_SHOWN}+` : unreadNotices;
  return (
    <>
      <span className="sr-only">, unread: </span>
      <span className="ms-1.5 inline-block min-w-5 rounded-full bg-accent px-1.5 text-center text-xs/5 font-medium text-on-accent tabular-nums">
        {shown}
      </span>
    </>
  );
}

/** Opens natively, and with JavaScript closes on navigation, Escape and outside clicks. */
function Menu() {
  const detailsRef = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  const lastKeyRef = useRef(key);

  useEffect(() => {
    // If the menu was opened before hydration, no navigation has happened: keep it open.
    if (key === lastKeyRef.current) return;
    lastKeyRef.current = key;
    if (detailsRef.current) detailsRef.current.open = false;
  }, [key]);

  useEffect(() => {
    const close = (event: Event) => {
      const menu = detailsRef.current;
      if (!menu?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== "Escape") return;
        menu.querySelector("summary")?.focus();
      } else if (menu.contains(event.target as Node)) return;
      menu.open = false;
    };
    document.addEventListener("keydown", close);
    document.addEventListener("pointerdown", close);
    return () => {
      document.removeEventListener("keydown", close);
      document.removeEventListener("pointerdown", close);
    };
  }, []);

  return (
    <details ref={detailsRef} className="group lg:hidden">
      <summary className="menu-button">
        <MenuIcon className="size-5 group-open:hidden" />
        <CloseIcon className="hidden size-5 group-open:block" />
        <span className="sr-only">Menu</span>
      </summary>
      <div className="menu-panel">
        <SiteSearch isLarge className="mt-2 mb-3 md:hidden" />
        <nav aria-label="Main">
          <ul className="menu-list">
            {[...navigation, { to: "/declaration", label: "Declaration of Principles" }].map(
              ({ to, label }) => (
                <li key={to}>
                  <NavLink to={to} className="menu-link">
                    {label}
                  </NavLink>
                </li>
              ),
            )}
          </ul>
        </nav>
      </div>
    </details>
  );
}

interface SiteSearchProps {
  /** Always touch-sized, not only on touch screens. */
  isLarge?: boolean;
  className?: string;
}

/** In the header's row where it fits, otherwise at the top of the menu. */
function SiteSearch({ isLarge = false, className }: SiteSearchProps) {
  const { pathname } = useLocation();
  return (
    <Form
      // Reset the field after a navigation.
      key={pathname}
      discover="none"
      role="search"
      action="/search"
      aria-label="Site"
      className={clsx("relative", className)}
    >
      <SearchIcon className="control-icon start-3" />
      <input
        type="search"
        name="q"
        dir="auto"
        aria-label="Search the site"
        placeholder="Search"
        required
        maxLength={MAX_QUERY_LENGTH}
        enterKeyHint="search"
        className={clsx("search-field", isLarge && "h-11 text-base")}
      />
    </Form>
  );
}
