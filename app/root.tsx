import { data, type LinksFunction, type LoaderFunctionArgs } from "@remix-run/node";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useRouteError,
  type ClientLoaderFunctionArgs,
  type MetaFunction,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import { useEffect, type ReactNode } from "react";
import { errorTitle, GeneralErrorBoundary } from "~/components/error-boundary";
import { Frame } from "~/components/frame/frame";
import { environment } from "~/config/env.server";
import { site } from "~/config/site";
import { dayOf } from "~/domain/calendar-days";
import { isBannerShown } from "~/domain/site-settings";
import type { SiteSettings } from "~/schemas/site-settings";
import { isDatabaseUnavailable } from "./services/database-availability.server";
import { countForModerator } from "./services/moderation/queue.server";
import { countUnread } from "./services/notices/notices.server";
import { blockedNames } from "./services/blocks/blocks.server";
import { hasOwnDecisions } from "./services/moderation/statements.server";
import { hasSampleContent } from "./services/sample-content.server";
import { readSiteSettings } from "./services/site-settings/site-settings.server";
import styles from "~/styles/app.css?url";
import serif from "~/styles/fonts/newsreader.woff2?url";
import sans from "~/styles/fonts/public-sans.woff2?url";
import { themeColor } from "~/styles/tokens";
import { lookUpViewer } from "./utils/http/auth.server";
import { pageMeta } from "./utils/seo/meta";
import { useNonce } from "./utils/http/nonce";
import { loadOrShowLast, useRememberedData } from "./utils/forms/offline-fallback";
import { REQUEST_ID_META, useRequestId } from "./utils/http/request-id";
import { startsScripts } from "./utils/browser/starts-scripts";
import {
  isSomeoneSignedIn,
  useRootData,
  useSiteForDocument,
  type RootData,
} from "~/utils/root-data";
import { ROOT_ID } from "./utils/browser/root-element";
import { keepPageWhenModuleIsUnreachable } from "./utils/browser/route-module-errors";
import { getColorScheme } from "./utils/theme/color-scheme.server";
import { takeToast } from "./utils/toasts/toast.server";
import { useColorScheme } from "./utils/theme/use-color-scheme";

export async function loader(args: LoaderFunctionArgs) {
  const { request } = args;
  const [viewerData, scheme, sample, { toast, headers }, settings] = await Promise.all([
    lookUpReader(args),
    getColorScheme(request),
    hasSampleContent(),
    takeToast(request),
    readSiteSettings(),
  ]);
  const origin = environment().APP_ORIGIN ?? null;
  const year = new Date().getUTCFullYear();
  return data(
    {
      ...{ site, origin, ...viewerData, scheme, toast, sample, year },
      ...appearanceOf(settings),
    } satisfies RootData,
    { headers },
  );
}

/** What administrators have changed of what every page shows. */
function appearanceOf({ accent, logo, banner }: SiteSettings): Partial<RootData> {
  return {
    ...(accent && { accent: accent.light }),
    ...(logo && { logo: logo.hash }),
    ...(isBannerShown(banner, dayOf(new Date())) && {
      banner: { text: banner.text, tone: banner.tone },
    }),
  };
}

/** Looks up who reads the page, how many of their notices are not read, and whom they have blocked. */
async function lookUpReader(args: LoaderFunctionArgs) {
  const found = await lookUpViewer(args);
  if (!found.viewer) return { ...found, unreadNotices: 0 };
  try {
    const [unreadNotices, blocked, hasDecisions, waiting] = await Promise.all([
      countUnread(found.viewer),
      blockedNames(found.viewer),
      hasOwnDecisions(found.viewer),
      countForModerator(found.viewer),
    ]);
    return {
      ...{ ...found, unreadNotices },
      ...(blocked.length && { blocked }),
      ...(hasDecisions && { hasDecisions }),
      ...(waiting && { waiting }),
    };
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return { ...found, unreadNotices: 0 };
  }
}

/** If the server does not respond, the frame keeps its last data; without any, the error is thrown. */
export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  loadOrShowLast("root", null, () => serverLoader<typeof loader>());

/**
 * The data is revalidated after a form post, which may have signed the user in or out, and when a component asks for
 * it. A navigation to another page revalidates it if somebody is signed in, because the session may have ended
 * elsewhere; visitors' navigations do not wait for it, nor do those that change a part of the page, such as a filter.
 */
export const shouldRevalidate: ShouldRevalidateFunction = (change) => {
  const { currentUrl, nextUrl, formMethod = "GET", actionStatus, defaultShouldRevalidate } = change;
  const isNavigation = formMethod === "GET" && currentUrl.href !== nextUrl.href;
  if (isNavigation) return currentUrl.pathname !== nextUrl.pathname && isSomeoneSignedIn();
  // A 401 means that the session has ended.
  return actionStatus === 401 || defaultShouldRevalidate;
};

const FONT = { type: "font/woff2", crossOrigin: "anonymous" } as const;

export const links: LinksFunction = () => [
  ...[serif, sans].map((href) => ({ rel: "preload", href, as: "font", ...FONT }) as const),
  { rel: "stylesheet", href: styles },
  // For browsers without SVG icons. In this order the others choose the SVG.
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/icons/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export const meta: MetaFunction = ({ matches, error }) =>
  error ? pageMeta({ matches, title: errorTitle(error), hidden: true }) : pageMeta({ matches });

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const scheme = useColorScheme();
  const { viewer, isViewerUnknown, toast, accent } = useRootData();
  const isAnonymous = viewer === null && !isViewerUnknown;
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
        {(scheme === "system" ? (["light", "dark"] as const) : [scheme]).map((one) => (
          <meta
            key={one}
            name="theme-color"
            content={themeColor[one]}
            media={scheme === "system" ? `(prefers-color-scheme: ${one})` : undefined}
          />
        ))}
        <FailureMark />
        <Meta />
        <Links />
        {accent ? <link rel="stylesheet" href={`/images/accent/${accent.slice(1)}.css`} /> : null}
      </head>
      {/* Signed-in users are likely to interact soon, and a toast needs its scripts. */}
      <body {...(isAnonymous && !toast ? {} : startsScripts)}>
        <div id={ROOT_ID}>
          <Frame>{children}</Frame>
        </div>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

/** On a page that failed, a meta element with the request's id, by which the log names the cause. */
function FailureMark() {
  // Without an error `useRouteError` returns null in the document's layout, and undefined elsewhere.
  const failed = useRouteError() != null;
  const id = useRequestId();
  return failed && id ? <meta name={REQUEST_ID_META} content={id} /> : null;
}

export default function App() {
  useRememberedData("root", useLoaderData<typeof loader>());
  useEffect(keepPageWhenModuleIsUnreachable, []);
  return <Outlet />;
}

export function ErrorBoundary() {
  return <GeneralErrorBoundary />;
}
