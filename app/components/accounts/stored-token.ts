/** The API token kept in local storage, to restore the session if the cookie is lost. */
const KEY = "token";

// Storage may be disabled or full; the cookie alone is enough to stay signed in.
const storage = <Result>(access: (storage: Storage) => Result): Result | null => {
  try {
    return access(window.localStorage);
  } catch {
    return null;
  }
};

export const storeToken = (token: string) => storage((storage) => storage.setItem(KEY, token));
export const readToken = () => storage((storage) => storage.getItem(KEY));
export const removeToken = () => storage((storage) => storage.removeItem(KEY));
