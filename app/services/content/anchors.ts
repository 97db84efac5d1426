/** Begins the ids in people's texts, so that none of them is an id of the page or shadows a property of `document`. */
export const ANCHOR = "user-content-";
