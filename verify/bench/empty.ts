// Starting Node with tsx, and nothing else.
export {};
