import { Link as RemixLink, NavLink as RemixNavLink, useLocation } from "@remix-run/react";
import { forwardRef, type ComponentProps, type ReactNode } from "react";

export interface LinkProps extends Omit<ComponentProps<"a">, "href" | "ref"> {
  /** A path of the site, with its query and fragment, or a URL relative to the current one. */
  to: string;
  preventScrollReset?: boolean;
  /** Takes the place of the current page in the browser's history. */
  replace?: boolean;
  reloadDocument?: boolean;
}

/**
 * A link within the site. The browser knows all routes: none has to be discovered from the page's links.
 *
 * On the server a path is written as it is: that is what the router would resolve it to, at several times
 * the cost, and a page has dozens of links.
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

/** Whether a URL is a path from the root that contains nothing to resolve. */
const isPath = (url: string) => /^\/(?!\/)[^.]*(?:[?#]|$)/.test(url);

export interface NavLinkProps {
  to: string;
  className: string;
  /** Whether pages below it are others. */
  end?: boolean;
  children: ReactNode;
}

/** A link of a navigation, which knows whether it leads to the current page. On the server as `Link`. */
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
