import { useRouteLoaderData } from "@remix-run/react";
import { site as ownSite, type Site } from "~/config/site";
import type { Viewer } from "~/domain/viewer";
import type { Toast } from "~/utils/toasts";
import type { SchemeChoice } from "~/utils/scheme";

/** What the root loader hands to every page. */
export interface RootData {
  site: Site;
  /** Absolute address of the site, where it is known. */
  origin: string | null;
  viewer: Viewer | null;
  scheme: SchemeChoice;
  toast: Toast | null;
  /** Whether what is here was made up to show how it looks. */
  sample: boolean;
  year: number;
}

const withoutLoader: RootData = {
  site: ownSite,
  origin: null,
  viewer: null,
  scheme: "system",
  toast: null,
  sample: false,
  year: new Date().getUTCFullYear(),
};

/** The root loader's data, or what can be said without it when the loader itself failed. */
export const useRootData = (): RootData =>
  (useRouteLoaderData("root") as RootData | undefined) ?? withoutLoader;

/** The site's name and links. */
export const useSite = (): Site => useRootData().site;

/** The signed-in user, or `null`. */
export const useViewer = (): Viewer | null => useRootData().viewer;
