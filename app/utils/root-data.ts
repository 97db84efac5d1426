import { useRouteLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { site as ownSite, type Site } from "~/config/site";
import type { Viewer } from "~/domain/viewer";
import type { Toast } from "./toasts/toasts";
import type { ColorScheme } from "./theme/color-scheme";

/** What the root loader hands to every page. */
export interface RootData {
  site: Site;
  /** Absolute address of the site, where it is known. */
  origin: string | null;
  viewer: Viewer | null;
  /** Whether the browser has a session, and nobody can tell just now whose. */
  isViewerUnknown: boolean;
  scheme: ColorScheme;
  toast: Toast | null;
  /** Whether what is here was made up to show how it looks. */
  sample: boolean;
  year: number;
}

/**
 * What can be said when the root loader itself failed. The browser does not know how the site is named
 * here, so the document then says it, and both say the same.
 */
const withoutLoader = (): RootData => ({
  site: siteWithoutLoader(),
  origin: null,
  viewer: null,
  isViewerUnknown: true,
  scheme: "system",
  toast: null,
  sample: false,
  year: new Date().getUTCFullYear(),
});

/** The site as this document names it, where no loader does. */
export function siteWithoutLoader(): Site {
  const written =
    typeof document === "undefined" ? undefined : document.documentElement.dataset.site;
  return written === undefined ? ownSite : (JSON.parse(written) as Site);
}

const useLoaded = () => useRouteLoaderData("root") as RootData | undefined;

/** The root loader's data, or what can be said without it. */
export const useRootData = (): RootData => useLoaded() ?? withoutLoader();

/** For `<html data-site>`: the site, on a document whose root loader failed. */
export function useSiteForDocument(): string | undefined {
  const { site } = useRootData();
  return useLoaded() ? undefined : JSON.stringify(site);
}

/** The site's name and links. */
export const useSite = (): Site => useRootData().site;

/**
 * Who this tab last knew to be signed in. It is only set in the browser, so that on the server, where all
 * visitors share it, it stays `null`.
 */
let lastKnown: Viewer | null = null;

/** Keeps in mind who is signed in, for when nobody can tell. */
export function useViewerMemory(): void {
  const { viewer, isViewerUnknown } = useRootData();
  useEffect(() => {
    if (!isViewerUnknown) lastKnown = viewer;
  }, [viewer, isViewerUnknown]);
}

/**
 * The signed-in user, or `null`. While nobody can tell, it is whom this tab knew last: the forms they are
 * typing into stay where they are.
 */
export function useViewer(): Viewer | null {
  const { viewer, isViewerUnknown } = useRootData();
  return isViewerUnknown ? lastKnown : viewer;
}
