import { createContext, useContext } from "react";

const NonceContext = createContext<string | undefined>(undefined);

/** Carries the nonce of the answer being rendered; only the server has one. */
export const NonceProvider = NonceContext.Provider;

/** The nonce for `<Scripts>`, `<ScrollRestoration>` and other inline scripts; in the browser undefined. */
export const useNonce = () => useContext(NonceContext);
