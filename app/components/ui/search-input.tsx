import { forwardRef, type ComponentPropsWithoutRef } from "react";
import { Form } from "@remix-run/react";
import { clsx } from "clsx";
import { Button } from "./button";
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

interface SearchFormProps extends ComponentPropsWithoutRef<"input"> {
  action: string;
  /** What is searched, as the name of the form. */
  of: string;
  button?: string;
  /** What the search keeps of the page's address, by name. */
  kept?: Record<string, string | null>;
}

/** A search whose result is a page with its own address. The placeholder also labels the field, unless `aria-label` does. */
export const SearchForm = ({
  action,
  of,
  button = "Search",
  kept = {},
  className,
  ...input
}: SearchFormProps) => (
  <Form
    role="search"
    action={action}
    aria-label={of}
    className={clsx("flex flex-wrap gap-2", className)}
  >
    {Object.entries(kept).map(([name, value]) =>
      value ? <input key={name} type="hidden" name={name} value={value} /> : null,
    )}
    {/* Reset the field when the query changes, also when navigating back. */}
    <SearchInput key={String(input.defaultValue)} aria-label={input.placeholder} {...input} />
    <Button>{button}</Button>
  </Form>
);
