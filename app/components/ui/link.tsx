import { Link as RemixLink, NavLink as RemixNavLink, useLocation } from "@remix-run/react";
import { forwardRef, type ComponentProps, type ReactNode } from "react";

export interface LinkProps extends Omit<ComponentProps<"a">, "href" | "ref"> {
  /** A path of the site, with its query and fragment, or a URL relative to the current one. */
  to: string;
  preventScrollReset?: boolean;
  replace?: boolean;
  reloadDocument?: boolean;
}

/**
 * A link within the site. The browser has the whole route manifest, so route discovery is off.
 *
 * On the server a path is rendered as it is. The router would resolve it to the same path at several times the cost,
 * and a page has dozens of links.
 */
export const Link = forwardRef<HTMLAnchorElement, LinkProps>(function Link(props, ref) {
  if (import.meta.env.SSR && isPath(props.to)) {
    const { to, preventScrollReset, replace, reloadDocument, children, ...attributes } = props;
    return (
      <a ref={ref} {...attributes} href={to}>
        {children}
      </a>
    );
  }
  return <RemixLink ref={ref} {...props} discover="none" />;
});

/** A link in running text. */
export const TextLink = (props: Omit<LinkProps, "className">) => (
  <Link className="link" {...props} />
);

/** Whether a URL is a path from the root that contains nothing to resolve. */
const isPath = (url: string) => /^\/(?!\/)[^.]*(?:[?#]|$)/.test(url);

interface NavLinkProps {
  to: string;
  className: string;
  /** Whether only the exact path is current, not the pages below it. */
  end?: boolean;
  children: ReactNode;
}

/** A navigation link that is marked if it leads to the current page. On the server it is a plain anchor. */
export const NavLink = import.meta.env.SSR ? ServerNavLink : BrowserNavLink;

function BrowserNavLink(props: NavLinkProps) {
  return <RemixNavLink {...props} discover="none" />;
}

function ServerNavLink({ to, className, end = false, children }: NavLinkProps) {
  const { pathname } = useLocation();
  const current = pathname.toLowerCase();
  const isCurrent = current === to || (!end && current.startsWith(`${to}/`));
  return (
    <a
      aria-current={isCurrent ? "page" : undefined}
      className={isCurrent ? `${className} active` : className}
      href={to}
    >
      {children}
    </a>
  );
}
