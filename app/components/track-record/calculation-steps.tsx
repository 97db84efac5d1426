import type { ReactNode } from "react";
import { ChevronDownIcon } from "../ui/icons";

/** The numbered steps of a calculation; each child is a `Step`. */
export const Steps = ({ children }: { children: ReactNode }) => (
  <ol className="grid grid-cols-1 gap-10">{children}</ol>
);

interface StepProps {
  number: number;
  title: ReactNode;
  children: ReactNode;
}

export const Step = ({ number, title, children }: StepProps) => (
  <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 border-t border-line pt-5 sm:grid-cols-[2rem_minmax(0,1fr)] sm:gap-x-4">
    <span aria-hidden="true" className="font-display text-2xl text-muted tabular-nums">
      {number}
    </span>
    <h3 className="font-display text-xl leading-9 font-medium">{title}</h3>
    <div className="col-span-2 mt-2 grid min-w-0 grid-cols-1 gap-4 sm:col-span-1 sm:col-start-2">
      {children}
    </div>
  </li>
);

/** The formulas of a step; lines break only between formulas. A subscript is written `_x` or `_{…}`. */
export const Formulas = ({ of }: { of: readonly string[] }) => (
  <p className="flex flex-wrap gap-x-6 border-s-2 border-edge ps-4 font-display text-lg tabular-nums">
    {of.map((formula) => (
      <span key={formula}>{withSubscripts(formula)}</span>
    ))}
  </p>
);

const SUBSCRIPT = /_(?:\{([^}]+)\}|(\p{L}))/u;

/** `split` puts the pattern's two groups between the texts, so every third part is text. */
const withSubscripts = (formula: string): ReactNode[] =>
  formula
    .split(SUBSCRIPT)
    .map((part: string | undefined, index) =>
      index % 3 === 0 ? part : part ? <sub key={index}>{part}</sub> : null,
    );

/** What a step does, in one sentence without figures, before them. */
export const Lead = ({ children }: { children: ReactNode }) => (
  <p className="max-w-measure font-display text-lg text-pretty">{children}</p>
);

export const Explanation = ({ children }: { children: ReactNode }) => (
  <p className="max-w-measure text-base text-pretty">{children}</p>
);

export interface Working {
  label: ReactNode;
  /** The formula with its numbers filled in. */
  working: ReactNode;
  result: ReactNode;
}

export const Workings = ({ rows }: { rows: readonly Working[] }) => (
  <ul className="divide-y divide-line border-y border-line text-base tabular-nums">
    {rows.map(({ label, working, result }, index) => (
      <li
        key={index}
        className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2 sm:grid-cols-[5rem_minmax(0,1fr)_auto]"
      >
        <span className="font-medium">{label}</span>
        <span className="col-span-2 row-start-2 text-muted sm:col-span-1 sm:row-start-1 sm:col-start-2">
          {working}
        </span>
        {result === null ? null : (
          <span className="text-end font-medium whitespace-nowrap">
            <span className="me-1 font-normal text-muted">=</span>
            {result}
          </span>
        )}
      </li>
    ))}
  </ul>
);

interface DisclosureProps {
  summary: ReactNode;
  children: ReactNode;
}

/** Collapsible details that work without JavaScript. */
export const Disclosure = ({ summary, children }: DisclosureProps) => (
  <details className="group">
    <summary className="inline-flex min-h-11 items-center gap-2 text-base font-medium text-accent hover:underline">
      <ChevronDownIcon className="size-4 group-open:rotate-180" />
      {summary}
    </summary>
    <div className="mt-2">{children}</div>
  </details>
);
