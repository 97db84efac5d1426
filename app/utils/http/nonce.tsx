import { createContext, useContext } from "react";

const NonceContext = createContext<string | undefined>(undefined);

/** Provides the CSP nonce of the current response; only set on the server. */
export const NonceProvider = NonceContext.Provider;

/** The nonce for `<Scripts>`, `<ScrollRestoration>` and other inline scripts; `undefined` in the browser. */
export const useNonce = () => useContext(NonceContext);
