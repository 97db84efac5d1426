import { useLocation, Form } from "@remix-run/react";
import { useFormFetcher } from "~/components/ui/form";
import { clsx } from "clsx";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { ButtonLink, buttonClass } from "~/components/ui/button";
import {
  BellIcon,
  ChevronDownIcon,
  CloseIcon,
  Mark,
  MenuIcon,
  SearchIcon,
} from "~/components/ui/icons";
import { Link, NavLink } from "~/components/ui/link";
import { useRootData, useViewer } from "~/utils/root-data";
import { Dropdown } from "./dropdown";
import { navigation, ownPages, WRITE_PATH } from "./navigation";
import { MAX_UNREAD_SHOWN } from "~/domain/notices";
import { MAX_QUERY_LENGTH } from "~/domain/search";
import type { Viewer } from "~/domain/viewer";

export function Header() {
  const { logo, site } = useRootData();
  const { name } = site;
  const viewer = useViewer();
  const mayWrite = !viewer?.suspension;
  return (
    <header
      className={clsx(
        "site-header",
        // If the header has two rows, the upper one scrolls away; on very narrow screens the whole header does.
        viewer ? "top-[min(-2.75rem,(100vw-19rem)*99)]" : "top-[min(0rem,(100vw-19rem)*99)]",
      )}
    >
      <div className="header-row">
        <Link to="/" className="header-home">
          {logo ? (
            <img src={`/images/logo/${logo}`} alt="" className="h-6 max-w-24 object-contain" />
          ) : (
            <Mark className="size-6 text-accent" />
          )}
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
          {mayWrite ? (
            <ButtonLink to={WRITE_PATH} variant="secondary" size="sm" className="write-link">
              Write
            </ButtonLink>
          ) : null}
          {viewer ? (
            <>
              <Account viewer={viewer} />
              <Notices />
            </>
          ) : (
            <SignInTrigger size="sm" />
          )}
          <Menu mayWrite={mayWrite} />
        </div>
      </div>
    </header>
  );
}

/** An email address may be too long for the header's row at any width, so it gets a row of its own above. */
function Account({ viewer }: { viewer: Viewer }) {
  const { hasDecisions } = useRootData();
  return (
    <div className="account-row">
      <Link to="/dashboard" className="welcome-link">
        Welcome, {viewer.email}
      </Link>
      <Dropdown
        className="group relative shrink-0"
        buttonClass="account-button"
        label={
          <>
            <span className="sr-only">Your pages, </span>
            <span dir="auto" className="account-name">
              {viewer.name}
            </span>
            <ChevronDownIcon className="size-4 group-open:rotate-180" />
          </>
        }
      >
        <nav aria-label="Your pages" className="account-panel">
          <ul>
            {ownPages({ ...viewer, hasDecisions }).map(({ to, label }) => (
              <li key={to}>
                <NavLink to={to} className="account-link">
                  {label}
                  {to === "/notices" ? <UnreadCount /> : null}
                  {to === "/moderation" ? <WaitingCount /> : null}
                </NavLink>
              </li>
            ))}
          </ul>
          <SignOut className="account-link w-full">Sign out</SignOut>
        </nav>
      </Dropdown>
      <SignOut className={buttonClass({ variant: "quiet", size: "sm", className: "-me-3" })}>
        Logout
      </SignOut>
    </div>
  );
}

function SignOut({ className, children }: { className: string; children: string }) {
  const { pathname, search } = useLocation();
  const fetcher = useFormFetcher();
  return (
    <fetcher.Form method="post" action="/logout" className="shrink-0">
      <input type="hidden" name="redirectTo" value={pathname + search} />
      <button className={className}>{children}</button>
    </fetcher.Form>
  );
}

const Notices = () => (
  <Link to="/notices" className="notices-link">
    <BellIcon />
    <span className="sr-only">Notices</span>
    <UnreadCount />
  </Link>
);

/** How many notices are not read, up to 99. */
function UnreadCount() {
  const { unreadNotices } = useRootData();
  if (!unreadNotices) return null;
  const shown = unreadNotices > MAX_UNREAD_SHOWN ? `${MAX_UNREAD_SHOWN}+` : unreadNotices;
  return (
    <>
      <span className="sr-only">, unread: </span>
      <span className="unread-count">{shown}</span>
    </>
  );
}

/** How many cases and appeals wait for moderators. */
function WaitingCount() {
  const { waiting } = useRootData();
  return waiting ? (
    <>
      <span className="sr-only">, waiting: </span>
      <span className="unread-count">
        {waiting > MAX_UNREAD_SHOWN ? `${MAX_UNREAD_SHOWN}+` : waiting}
      </span>
    </>
  ) : null;
}

const menuPages = [
  ...navigation,
  { to: WRITE_PATH, label: "Write" },
  { to: "/declaration", label: "Declaration of Principles" },
];

const Menu = ({ mayWrite }: { mayWrite: boolean }) => (
  <Dropdown
    className="group lg:hidden"
    buttonClass="menu-button"
    label={
      <>
        <MenuIcon className="size-5 group-open:hidden" />
        <CloseIcon className="hidden size-5 group-open:block" />
        <span className="sr-only">Menu</span>
      </>
    }
  >
    <div className="menu-panel">
      <SiteSearch isLarge className="mt-2 mb-3 md:hidden" />
      <nav aria-label="Main">
        <ul className="menu-list">
          {menuPages.map(({ to, label }) =>
            to === WRITE_PATH && !mayWrite ? null : (
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
  </Dropdown>
);

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
