import { useLocation } from "@remix-run/react";
import { NavLink } from "~/components/ui/link";
import { useEffect, useRef } from "react";
import { CloseIcon, MenuIcon } from "~/components/ui/icons";
import { navigation } from "./navigation";
import { SiteSearch } from "./site-search";

/**
 * The small-screen navigation: opens natively, and with JavaScript closes on navigation, Escape and outside clicks.
 */
export function Menu() {
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
