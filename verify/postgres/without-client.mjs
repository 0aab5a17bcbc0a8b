import { register } from "node:module";

// Whoever has not installed the optional client is told by Node that there is no such package.
register(
  `data:text/javascript,${encodeURIComponent(`
    export async function resolve(name, context, next) {
      if (name !== "postgres") return next(name, context);
      throw Object.assign(new Error("Cannot find package 'postgres'"), { code: "ERR_MODULE_NOT_FOUND" });
    }`)}`,
);
