/** When a page fetches its scripts: marks on elements, which `deferScripts` and its script look for. */
const STARTS = "data-starts-scripts";
const NEEDS = "data-needs-scripts";

/**
 * For an element that is of little use without scripts. A page that has one fetches them once it is painted;
 * any other page when somebody uses it.
 */
export const startsScripts = { [STARTS]: "" };

/** @returns whether a document contains such an element */
export const hasScriptStarter = (html: string): boolean => html.includes(` ${STARTS}=""`);

/** For a link that scripts answer: a click on it waits for them, as one on a button does. */
export const needsScripts = { [NEEDS]: "" };

/** Selects what a click waits for scripts on. */
export const SCRIPTED_CONTROLS = `button, a[${NEEDS}]`;
