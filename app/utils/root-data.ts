import { useRouteLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { readViewer } from "~/components/accounts/stored-token";
import { site as defaultSite, type Site } from "~/config/site";
import type { Banner } from "~/domain/site-settings";
import type { Viewer } from "~/domain/viewer";
import type { Toast } from "~/utils/toasts/toast";
import type { ColorScheme } from "./theme/color-scheme";

export interface RootData {
  site: Site;
  origin: string | null;
  viewer: Viewer | null;
  /** The names of the people whom the viewer has blocked; absent if there are none. */
  blocked?: readonly string[];
  /** Whether there is a session cookie but the database is unreachable. */
  isViewerUnknown: boolean;
  /** How many notices the viewer has not read, up to one more than the header shows. */
  unreadNotices: number;
  /** Set if moderators have decided about the viewer or their texts. */
  hasDecisions?: true;
  /** How many cases and appeals wait; absent if none, and for who is no moderator. */
  waiting?: number;
  scheme: ColorScheme;
  toast: Toast | null;
  /** Whether the database holds demonstration content. */
  sample: boolean;
  year: number;
  /** The accent colour on light ground, if it is not that of the design. */
  accent?: string;
  /** The hash of the picture in the header, if there is one in place of the mark. */
  logo?: string;
  banner?: Pick<Banner, "text" | "tone">;
}

/**
 * Fallback data if the root loader failed. The browser does not know the configured site name, so
 * the document carries it for hydration.
 */
const fallbackData = (): RootData => ({
  site: fallbackSite(),
  origin: null,
  viewer: null,
  isViewerUnknown: true,
  unreadNotices: 0,
  scheme: "system",
  toast: null,
  sample: false,
  year: new Date().getUTCFullYear(),
});

/** The site data if there is no root loader data. */
export function fallbackSite(): Site {
  const serialized =
    typeof document === "undefined" ? undefined : document.documentElement.dataset.site;
  return serialized === undefined ? defaultSite : (JSON.parse(serialized) as Site);
}

const useLoaderDataOfRoot = () => useRouteLoaderData("root") as RootData | undefined;

/** The root loader's data, or its fallback. */
export const useRootData = (): RootData => useLoaderDataOfRoot() ?? fallbackData();

/** For `<html data-site>`: the site data of a document whose root loader failed. */
export function useSiteForDocument(): string | undefined {
  const { site } = useRootData();
  return useLoaderDataOfRoot() ? undefined : JSON.stringify(site);
}

export const useSite = (): Site => useRootData().site;

/**
 * The last known viewer of this tab. Only set in the browser: on the server, where it would be
 * shared between visitors, it stays `null`.
 */
let lastViewer: Viewer | null = null;

/** Remembers the viewer for database outages. */
export function useViewerMemory(): void {
  const { viewer, isViewerUnknown } = useRootData();
  useEffect(() => {
    if (!isViewerUnknown) lastViewer = viewer;
  }, [viewer, isViewerUnknown]);
}

/** Whether somebody is signed in as far as this tab knows, or was when another tab last heard from the server. */
export const isSomeoneSignedIn = (): boolean => lastViewer !== null || readViewer() !== null;

/**
 * The signed-in user, or `null`. While the session cannot be looked up it is the last known one, so
 * that forms in use are not removed.
 */
export function useViewer(): Viewer | null {
  const { viewer, isViewerUnknown } = useRootData();
  return isViewerUnknown ? lastViewer : viewer;
}

/** @returns whether the viewer has blocked the person with this name */
export const useIsBlocked = (name: string): boolean =>
  useRootData().blocked?.includes(name) ?? false;
