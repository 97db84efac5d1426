/** The API token kept in local storage, to restore the session if the cookie is lost. */
export const TOKEN_KEY = "token";

// Storage may be disabled or full; the cookie alone is enough to stay signed in.
const storage = <Result>(access: (storage: Storage) => Result): Result | null => {
  try {
    return access(window.localStorage);
  } catch {
    return null;
  }
};

export const storeToken = (token: string) =>
  storage((storage) => storage.setItem(TOKEN_KEY, token));
export const readToken = () => storage((storage) => storage.getItem(TOKEN_KEY));
export const removeToken = () => storage((storage) => storage.removeItem(TOKEN_KEY));

/** The id of the user whom the server last told a tab to be signed in, by which other tabs notice a change. */
export const VIEWER_KEY = "viewer";

export const storeViewer = (id: string | null) =>
  storage((storage) =>
    id === null ? storage.removeItem(VIEWER_KEY) : storage.setItem(VIEWER_KEY, id),
  );
export const readViewer = () => storage((storage) => storage.getItem(VIEWER_KEY));
