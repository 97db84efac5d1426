import { useFetchers } from "@remix-run/react";
import { useRootData } from "../root-data";
import { isColorScheme, type ColorScheme } from "./color-scheme";

/** Key of the fetcher that submits the scheme control. */
export const SCHEME_FETCHER = "scheme";

/** The active colour scheme, including a change that is still being submitted. */
export function useColorScheme(): ColorScheme {
  const { scheme } = useRootData();
  const submitted = useFetchers()
    .find(({ key }) => key === SCHEME_FETCHER)
    ?.formData?.get("scheme");
  return isColorScheme(submitted) ? submitted : scheme;
}
