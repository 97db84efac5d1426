import { useLocation } from "@remix-run/react";
import { useEffect, useRef, type ReactNode } from "react";

interface DropdownProps {
  /** What is in the button that opens it. */
  label: ReactNode;
  buttonClass: string;
  className?: string;
  children: ReactNode;
}

/** A menu of the header. Opens natively, and with JavaScript closes on navigation, Escape and outside clicks. */
export function Dropdown({ label, buttonClass, className, children }: DropdownProps) {
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
    <details ref={detailsRef} name="header-menu" className={className}>
      <summary className={buttonClass}>{label}</summary>
      {children}
    </details>
  );
}
