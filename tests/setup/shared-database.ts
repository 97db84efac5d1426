/** The database that the test files of a worker share: how to close it, and whether the present file uses it. */
export const shared: { close?: (() => Promise<void>) | undefined; isWanted?: boolean } = {};
