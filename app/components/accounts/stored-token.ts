/** The token of the API that a browser with scripts keeps, so that a lost cookie can be made up for. */
const KEY = "token";

// Storage can be switched off or full; the cookie signs the browser in all the same.
const storage = <Result>(use: (storage: Storage) => Result): Result | null => {
  try {
    return use(window.localStorage);
  } catch {
    return null;
  }
};

export const keepToken = (token: string) => storage((storage) => storage.setItem(KEY, token));
export const storedToken = () => storage((storage) => storage.getItem(KEY));
export const dropToken = () => storage((storage) => storage.removeItem(KEY));
