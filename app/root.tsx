import { data, type LinksFunction, type LoaderFunctionArgs } from "@remix-run/node";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
  type MetaFunction,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import displayFont from "@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2?url";
import type { ReactNode } from "react";
import { errorTitle, GeneralErrorBoundary } from "~/components/error-boundary";
import { Frame } from "~/components/frame/frame";
import { environment } from "~/config/env.server";
import { site } from "~/config/site";
import { hasSampleContent } from "~/services/demo.server";
import styles from "~/styles/app.css?url";
import { themeColor } from "~/styles/tokens";
import { getViewer } from "~/utils/auth.server";
import { pageMeta } from "~/utils/meta";
import { NO_ANSWER } from "~/utils/no-answer";
import { useNonce } from "~/utils/nonce";
import { REQUEST_ID_META, useRequestId } from "~/utils/request-id";
import { useSiteForDocument, type RootData } from "~/utils/root-data";
import { ROOT_ID } from "~/utils/root-element";
import { getScheme } from "~/utils/theme.server";
import { takeToast } from "~/utils/toast.server";
import { useScheme } from "~/utils/use-scheme";

export async function loader({ request }: LoaderFunctionArgs) {
  const [viewer, scheme, sample, { toast, headers }] = await Promise.all([
    getViewer(request),
    getScheme(request),
    hasSampleContent(),
    takeToast(request),
  ]);
  const origin = environment().APP_ORIGIN ?? null;
  const year = new Date().getUTCFullYear();
  return data({ site, origin, viewer, scheme, toast, sample, year } satisfies RootData, {
    headers,
  });
}

/** Typing into a filter changes the query and nothing about who is here or what was just done. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod = "GET",
  actionStatus,
  defaultShouldRevalidate,
}) => {
  const isQuery =
    formMethod === "GET" &&
    currentUrl.pathname === nextUrl.pathname &&
    currentUrl.search !== nextUrl.search;
  return isQuery || actionStatus === NO_ANSWER ? false : defaultShouldRevalidate;
};

export const links: LinksFunction = () => [
  { rel: "preload", href: displayFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "stylesheet", href: styles },
  // For those that cannot draw the other; in this order browsers that can take the other.
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/icons/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export const meta: MetaFunction = ({ matches, error }) =>
  error ? pageMeta({ matches, title: errorTitle(error), hidden: true }) : pageMeta({ matches });

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const scheme = useScheme();
  return (
    <html
      lang="en"
      data-scheme={scheme === "system" ? undefined : scheme}
      data-site={useSiteForDocument()}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={scheme === "system" ? "light dark" : scheme} />
        {scheme === "system" ? (
          <>
            <meta
              name="theme-color"
              content={themeColor.light}
              media="(prefers-color-scheme: light)"
            />
            <meta
              name="theme-color"
              content={themeColor.dark}
              media="(prefers-color-scheme: dark)"
            />
          </>
        ) : (
          <meta name="theme-color" content={themeColor[scheme]} />
        )}
        <FailureMark />
        <Meta />
        <Links />
      </head>
      <body>
        <div id={ROOT_ID}>
          <Frame>{children}</Frame>
        </div>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

/** On a page that failed, the id under which the log knows why. */
function FailureMark() {
  const failed = useRouteError() !== undefined;
  const id = useRequestId();
  return failed && id ? <meta name={REQUEST_ID_META} content={id} /> : null;
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <GeneralErrorBoundary />;
}
