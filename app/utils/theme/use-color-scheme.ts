import { useFetchers } from "@remix-run/react";
import { useRootData } from "../root-data";
import { isSchemeChoice, type SchemeChoice } from "./color-scheme";

/** The key under which the control's post is known to the rest of the page. */
export const SCHEME_FETCHER = "scheme";

/** The colour scheme in force: the one just asked for, before the server has said that it knows. */
export function useScheme(): SchemeChoice {
  const { scheme } = useRootData();
  const asked = useFetchers()
    .find(({ key }) => key === SCHEME_FETCHER)
    ?.formData?.get("scheme");
  return isSchemeChoice(asked) ? asked : scheme;
}
