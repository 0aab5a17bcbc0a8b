import { declareValuePlugin, PluginKind } from "@stryker-mutator/api/plugin";

/**
 * Leaves the wording of sentences for people alone: a string or a template with two words in a row. Codes, statuses,
 * keys, prefixes and file names have no such place, and are mutated.
 */
const sentences = {
  shouldIgnore({ node }) {
    const parts =
      node.type === "StringLiteral"
        ? [node.value]
        : node.type === "TemplateLiteral"
          ? node.quasis.map((quasi) => quasi.value.raw)
          : [];
    return parts.some((part) => /[A-Za-z,:;.)] [A-Za-z(]/.test(part))
      ? "the wording of a sentence"
      : undefined;
  },
};

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, "sentences", sentences)];
