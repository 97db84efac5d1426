/** Opens a store that evaluates the filters of partial indexes with this package's query language. */
import { compileFilter } from "./language/match";
import { plainScope } from "./language/scope";
import { Store } from "./storage/store";

/** Opens the store in a directory. Options and errors are those of `Store.open`. */
export const openStore = (directory: string, options?: { create?: boolean }): Promise<Store> =>
  Store.open(directory, (filter) => compileFilter(filter, plainScope()), options);
