const ATTRIBUTE = "data-starts-scripts";

/**
 * For an element that is of little use without scripts. A page that has one fetches them once it is painted;
 * any other page when somebody uses it.
 */
export const startsScripts = { [ATTRIBUTE]: "" };

/** @param html a document */
export const hasScriptStarter = (html: string): boolean => html.includes(` ${ATTRIBUTE}=""`);
