import { Form, useLocation } from "@remix-run/react";
import { clsx } from "clsx";
import { SearchIcon } from "~/components/ui/icons";
import { MAX_QUERY_LENGTH } from "~/domain/search";

interface SiteSearchProps {
  /** Always touch-sized, not only on touch screens. */
  isLarge?: boolean;
  className?: string;
}

/**
 * Site-wide search as a plain form that works without JavaScript: in the header's row where it
 * fits, otherwise at the top of the menu.
 */
export function SiteSearch({ isLarge = false, className }: SiteSearchProps) {
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
