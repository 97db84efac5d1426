/** Attributes that determine when a page loads its scripts; `deferScripts` and its inline script look for them. */
const STARTS = "data-starts-scripts";
const NEEDS = "data-needs-scripts";

/**
 * Attributes for an element that is of little use without scripts. A page with such an element loads its scripts as
 * soon as it has been painted; any other page when the user first interacts with it.
 */
export const startsScripts = { [STARTS]: "" };

/** @returns whether a document contains such an element */
export const hasScriptStarter = (html: string): boolean => html.includes(` ${STARTS}=""`);

/** Attributes for a link that scripts handle: like a click on a button, a click on the link waits for the scripts. */
export const needsScripts = { [NEEDS]: "" };

/** Selects the elements on which a click waits for the scripts. */
export const SCRIPTED_CONTROLS = `button, a[${NEEDS}]`;
