import { forwardRef, type ComponentPropsWithoutRef } from "react";
import { SearchIcon } from "./icons";

/** The text field of a search form, with its icon. It is named `q` and takes the room there is. */
export const SearchInput = forwardRef<HTMLInputElement, ComponentPropsWithoutRef<"input">>(
  (props, ref) => (
    <div className="relative min-w-0 grow basis-40">
      <SearchIcon className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-muted" />
      <input
        ref={ref}
        type="search"
        name="q"
        className="min-h-11 w-full rounded border border-edge bg-raised ps-10 pe-3 text-base text-ellipsis placeholder:text-muted hover:border-ink"
        {...props}
      />
    </div>
  ),
);
SearchInput.displayName = "SearchInput";
