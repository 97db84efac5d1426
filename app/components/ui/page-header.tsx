import { clsx } from "clsx";
import type { ReactNode } from "react";
import { hueGround, type Hue } from "./topic-colors";

interface PageHeaderProps {
  title: ReactNode;
  /** One or two sentences below the title. */
  standfirst?: ReactNode;
  /** Draws a thin rule in a topic's colour above the title. */
  hue?: Hue;
  /** Actions beside the title. */
  actions?: ReactNode;
  className?: string;
}

/** A screen's header with its only `h1`. */
export function PageHeader({ title, standfirst, hue, actions, className }: PageHeaderProps) {
  return (
    <header className={clsx("pt-10 pb-8 sm:pt-14 sm:pb-10", className)}>
      {hue ? <div aria-hidden="true" className={clsx("mb-6 h-0.5", hueGround[hue])} /> : null}
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div className="max-w-measure min-w-0">
          <h1 className="page-title">{title}</h1>
          {standfirst ? (
            <p className="mt-4 font-display text-lg text-balance text-muted sm:text-xl">
              {standfirst}
            </p>
          ) : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-3">{actions}</div> : null}
      </div>
    </header>
  );
}
