import { forwardRef, type ComponentPropsWithoutRef } from "react";
import { SearchIcon } from "./icons";

/** The text field of a search form, with its icon. It is named `q` and grows to fill the row. */
export const SearchInput = forwardRef<HTMLInputElement, ComponentPropsWithoutRef<"input">>(
  (props, ref) => (
    <div className="relative min-w-0 grow basis-40">
      <SearchIcon className="control-icon start-3 size-5" />
      <input
        ref={ref}
        type="search"
        dir="auto"
        name="q"
        className="min-h-11 w-full rounded border border-edge bg-raised pl-10 pr-3 text-base text-ellipsis placeholder:text-muted hover:border-ink"
        {...props}
      />
    </div>
  ),
);
SearchInput.displayName = "SearchInput";
