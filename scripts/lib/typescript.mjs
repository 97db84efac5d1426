/** From here on this process can import the project's TypeScript, its `~/` paths included. */
import { register } from "tsx/esm/api";

register();
