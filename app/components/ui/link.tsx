import {
  Link as RemixLink,
  NavLink as RemixNavLink,
  type LinkProps as RemixLinkProps,
  type NavLinkProps,
} from "@remix-run/react";
import { forwardRef } from "react";

export type LinkProps = Omit<RemixLinkProps, "discover">;

/** A link within the site. The browser knows all routes: none has to be discovered from the page's links. */
export const Link = forwardRef<HTMLAnchorElement, LinkProps>((props, ref) => (
  <RemixLink ref={ref} {...props} discover="none" />
));
Link.displayName = "Link";

/** A link of a navigation, which knows whether it leads to the current page. */
export const NavLink = (props: Omit<NavLinkProps, "discover">) => (
  <RemixNavLink {...props} discover="none" />
);
