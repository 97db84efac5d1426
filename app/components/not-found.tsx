import type { ReactNode } from "react";
import { Link } from "~/components/ui/link";
import { navigation } from "~/components/frame/navigation";
import { topics } from "~/domain/topics";
import { ButtonLink } from "~/components/ui/button";
import { Page } from "~/components/ui/page";
import { PageHeader } from "~/components/ui/page-header";

const links = [
  ...navigation,
  ...topics.map(({ slug, title }) => ({ to: `/${slug}`, label: title })),
  { to: "/whitepaper", label: "Whitepaper" },
  { to: "/declaration", label: "Declaration of Principles" },
];

interface NotFoundProps {
  /** Further content below the title. */
  children?: ReactNode;
}

export function NotFound({ children }: NotFoundProps) {
  return (
    <Page>
      <PageHeader title="The page you're looking for doesn't exist." />
      {children}
      <ButtonLink to="/">Go to the front page</ButtonLink>
      <nav aria-labelledby="elsewhere" className="mt-12 border-t border-line pt-5">
        <h2 id="elsewhere" className="text-sm text-muted">
          Where to go instead
        </h2>
        <ul className="mt-3 grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
          {links.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex min-h-11 items-center font-display text-xl underline-offset-4 hover:text-accent hover:underline"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </Page>
  );
}
