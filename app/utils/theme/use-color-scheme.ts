import { useFetchers } from "@remix-run/react";
import { useRootData } from "../root-data";
import { isColorScheme, type ColorScheme } from "./color-scheme";

/** The key under which the control's post is known to the rest of the page. */
export const SCHEME_FETCHER = "scheme";

/** The colour scheme in force: the one just asked for, before the server has said that it knows. */
export function useColorScheme(): ColorScheme {
  const { scheme } = useRootData();
  const asked = useFetchers()
    .find(({ key }) => key === SCHEME_FETCHER)
    ?.formData?.get("scheme");
  return isColorScheme(asked) ? asked : scheme;
}
