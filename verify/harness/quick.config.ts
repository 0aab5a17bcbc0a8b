import { configDefaults, mergeConfig } from "vitest/config";
import config from "../vitest.config.ts";
import { LONG_FILES } from "./long-tests.ts";

/** What `npm test` runs. */
export default mergeConfig(config, { test: { exclude: [...configDefaults.exclude, ...LONG_FILES] } });
