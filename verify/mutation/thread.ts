/** A mutant is tried in a worker thread, where Node refuses to change the process's umask. */
process.umask = () => 0o022;
