/** The orders of the list of people: who wrote last, or most, first, or by name. */
export const peopleOrders = ["newest", "most", "name"] as const;
export type PeopleOrder = (typeof peopleOrders)[number];
