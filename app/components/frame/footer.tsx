import type { ReactNode } from "react";
import { ExternalIcon, MoonIcon, ScreenIcon, SunIcon } from "~/components/ui/icons";
import { Link } from "~/components/ui/link";
import { RedirectField, useFormFetcher } from "~/components/ui/form";
import { useRootData } from "~/utils/root-data";
import { SCHEME_ACTION } from "~/utils/theme/color-scheme";
import { SCHEME_FETCHER, useColorScheme } from "~/utils/theme/use-color-scheme";

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2 className="text-sm text-muted">{title}</h2>
      <ul className="mt-2">{children}</ul>
    </nav>
  );
}

const InternalLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <li>
    <Link to={to} className="footer-link">
      {children}
    </Link>
  </li>
);

const ExternalLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <li>
    <a href={href} rel="noopener" className="footer-link">
      {children}
      <ExternalIcon className="size-3.5 text-muted" />
    </a>
  </li>
);

export function Footer() {
  const { site, year, sample } = useRootData();
  return (
    <footer className="border-t border-line print:hidden">
      <div className="footer-columns">
        <p className="footer-tagline">{site.tagline}</p>
        <Column title="The organisation">
          <InternalLink to="/declaration">About</InternalLink>
          <InternalLink to="/people">People</InternalLink>
          <InternalLink to="/whitepaper">Whitepaper</InternalLink>
          <InternalLink to="/api">API</InternalLink>
        </Column>
        <Column title="Elsewhere">
          <ExternalLink href={site.socialUrl}>Social profile</ExternalLink>
          <ExternalLink href={site.repositoryUrl}>Code repository</ExternalLink>
        </Column>
        <Column title="Legal">
          <InternalLink to="/rules">House Rules</InternalLink>
          <InternalLink to="/privacy">Privacy</InternalLink>
          <InternalLink to="/terms">Terms</InternalLink>
          <InternalLink to="/illegal-content">Report illegal content</InternalLink>
          <InternalLink to="/moderation/log">Moderation log</InternalLink>
        </Column>
      </div>
      <div className="border-t border-line">
        <div className="footer-row">
          <p>
            © {year} {site.name}
            {sample ? (
              <span className="block">Sample content: a demonstration community</span>
            ) : null}
          </p>
          <SchemeControl />
        </div>
      </div>
    </footer>
  );
}

const choices = [
  { value: "system", label: "System", Icon: ScreenIcon },
  { value: "light", label: "Light", Icon: SunIcon },
  { value: "dark", label: "Dark", Icon: MoonIcon },
] as const;

/** One form with three buttons: it works as a native post, and as a fetcher without a reload. */
function SchemeControl() {
  const fetcher = useFormFetcher({ key: SCHEME_FETCHER });
  const current = useColorScheme();
  return (
    <fetcher.Form method="post" action={SCHEME_ACTION}>
      <RedirectField />
      <div role="group" aria-label="Colour scheme" className="tab-group">
        {choices.map(({ value, label, Icon }) => (
          <button
            key={value}
            name="scheme"
            value={value}
            aria-pressed={current === value}
            className="toggle-button"
          >
            <Icon className="size-4" />
            {label}
          </button>
        ))}
      </div>
    </fetcher.Form>
  );
}
