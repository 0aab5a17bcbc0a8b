"""Stands between the harness and one program, so that nothing the program starts outlives its call.

    python3 -I -S monitor.py probe    says which Python this is and what holds a program on this machine
    python3 -I -S monitor.py run      runs one program; descriptor 3 is a socket to the harness, 4 the working folder

The order comes on the socket: a line with two lengths, then the fields of the order, apart by a zero byte, then the
bytes of the program, if it has any. The monitor makes everything ready, answers with a line of words, and starts the
program only when it is told "go". From then on it keeps the clock itself, and takes the end of the socket for the end
of the harness: killed or stopped, the harness is not needed to end what it has started. The last line says how the
program ended, and comes when nothing of it is left.

It starts before every program, so it imports little: no json, no signal.

What holds the program is the strongest of these that the machine allows:
    namespaces   a process number space of its own (Linux): when its first process ends, the kernel ends all others.
                 The program sees neither other processes nor the session folder around its working folder.
    descendants  (Linux) whoever leaves its parent becomes a child of the monitor, and the monitor ends them all.
    group        the process group, and the descendants that can still be traced.
"""

import errno
import os
import select
import sys
import time

CONTROL, WORKSPACE = 3, 4

CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWPID = 0x00020000, 0x10000000, 0x20000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT = 1, 2, 4, 8, 32
MS_BIND, MS_REC, MS_PRIVATE, MNT_DETACH = 0x1000, 0x4000, 0x40000, 2
PR_SET_PDEATHSIG, PR_CAPBSET_DROP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 24, 36, 38
F_ADD_SEALS, ALL_SEALS = 1033, 15
SIGKILL, SIGPIPE, SIGXFSZ, SIG_DFL = 9, 13, 25, 0

try:
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
except (ImportError, OSError):
    libc = None


class Order:
    """What to run, how it is held, for how long, and what it is not to see."""

    def __init__(self, by, command, hide=None, limit=0.0):
        self.by, self.command, self.hide, self.limit = by, command, hide, limit


def run():
    order, program = read_order()
    close_above(WORKSPACE)
    os.fchdir(WORKSPACE)
    script = sealed(program) if program else None
    keeper = keep(order, script)
    if keeper is None:
        answer("not-started EACCES")
        return
    answer(keeper.holds)
    ending = "cancelled"
    if keeper.is_let_go():
        ending = keeper.ending(time.monotonic() + order.limit)
    end(keeper)
    answer(ending)


def probe():
    walls = ["namespaces", "descendants"] if sys.platform.startswith("linux") else ["group"]
    keepers = (keep(Order(by, [sys.executable], hide="/"), None) for by in walls)
    keeper = next((keeper for keeper in keepers if keeper), None)
    if keeper:
        end(keeper)
    print("%d.%d.%d" % sys.version_info[:3], sys.executable, keeper and keeper.holds, sep="\n")


# The conversation with the harness.


def read_order():
    received = b""
    while b"\n" not in received:
        received += receive()
    lengths, _, received = received.partition(b"\n")
    fields_length, program_length = map(int, lengths.split())
    while len(received) < fields_length + program_length:
        received += receive()
    by, limit_ms, hide, *command = os.fsdecode(received[:fields_length]).split("\0")
    return Order(by, command, hide or None, int(limit_ms) / 1000), received[fields_length:]


def receive():
    received = os.read(CONTROL, 65536)
    if not received:
        raise SystemExit(0)
    return received


def answer(words):
    try:
        write_line(CONTROL, words)
    except OSError:
        pass  # The harness has gone. There is nobody to tell.


def write_line(file, words):
    os.write(file, words.encode("ascii") + b"\n")


def close_above(last):
    """What the harness itself was started with is none of the program's business."""
    for name in os.listdir("/dev/fd" if os.path.isdir("/dev/fd") else "/proc/self/fd"):
        if int(name) > last:
            try:
                os.close(int(name))
            except OSError:
                pass  # The descriptor that the listing itself was read from.


def blank(descriptor):
    """Its place stays taken, so that no other descriptor can come to lie there."""
    null = os.open(os.devnull, os.O_RDONLY)
    if null != descriptor:
        os.dup2(null, descriptor, inheritable=False)
        os.close(null)


def sealed(program):
    """The bytes as a file without a name, which nobody can change any more."""
    if hasattr(os, "memfd_create"):
        import fcntl

        file = os.memfd_create("main.py", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        write_all(file, program)
        fcntl.fcntl(file, F_ADD_SEALS, ALL_SEALS)
        return file
    import tempfile

    writer, path = tempfile.mkstemp()
    file = os.open(path, os.O_RDONLY)
    os.unlink(path)
    write_all(writer, program)
    os.close(writer)
    return file


def write_all(file, data):
    while data:
        data = data[os.write(file, data) :]


# The keeper: the program's parent, behind the walls. The monitor stays outside, where the program cannot reach it.


class Keeper:
    """A keeper as the monitor sees it: what it reports, and the word that lets it start the program."""

    def __init__(self, process, reports, word):
        self.process, self.reports, self.word, self.received = process, reports, word, b""
        self.holds = self.program = None

    def is_let_go(self):
        if os.read(CONTROL, 16) != b"go\n":
            return False
        os.write(self.word, b"g")
        return True

    def ending(self, deadline):
        while True:
            ready = select.select([self.reports, CONTROL], [], [], max(0, deadline - time.monotonic()))[0]
            if not ready:
                return "timeout"
            if self.reports not in ready:
                return "cancelled"
            report = self.report()
            if report is None:
                return "killed %d" % SIGKILL
            if not report.startswith("started "):
                return report
            self.program = int(report.split()[1])

    def report(self):
        """The keeper's next line. None when it ended without one."""
        while b"\n" not in self.received:
            more = os.read(self.reports, 4096)
            if not more:
                return None
            self.received += more
        line, _, self.received = self.received.partition(b"\n")
        return line.decode("ascii")


def keep(order, script):
    """A keeper that is ready, behind the walls that the order names. None when the program cannot be started there."""
    if order.by != "group" and not prctl(PR_SET_CHILD_SUBREAPER, 1):
        return None
    keeper = fork_keeper(order, script)
    keeper.holds = keeper.report()
    return keeper if keeper.holds else None


def fork_keeper(order, script):
    reports, tell = os.pipe()
    listen, word = os.pipe()
    monitor = os.getpid()
    process = os.fork()
    if process == 0:
        try:
            os.close(reports)
            os.close(word)
            blank(CONTROL)
            end_with_parent()
            if os.getppid() == monitor:
                found = enter_namespaces(order.hide) if order.by == "namespaces" else ""
                serve(order, script, tell, listen, found)
        except OSError:
            pass  # Without a report, the monitor knows that it did not work.
        finally:
            os._exit(0)
    os.close(tell)
    os.close(listen)
    return Keeper(process, reports, word)


def serve(order, script, tell, listen, found):
    if not os.access(order.command[0], os.X_OK):
        return
    write_line(tell, "ready %s%s" % (order.by, found))
    if os.read(listen, 1) != b"g":
        return
    failures, failure = os.pipe()
    program = os.fork()
    if program == 0:
        start(order, script, failure)
    os.close(failure)
    code = os.read(failures, 64)
    if code:
        write_line(tell, "not-started " + code.decode("ascii"))
        return
    if order.by != "namespaces":
        write_line(tell, "started %d" % program)
    ended = status = None
    while ended != program:
        ended, status = os.wait()
    if os.WIFSIGNALED(status):
        write_line(tell, "killed %d" % os.WTERMSIG(status))
    else:
        write_line(tell, "exited %d" % os.WEXITSTATUS(status))


def start(order, script, failure):
    """Becomes the program: in a session of its own, with no way to more rights, with none of these descriptors."""
    try:
        os.setsid()
        end_with_parent()
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        if order.by == "namespaces":
            for capability in range(64):
                prctl(PR_CAPBSET_DROP, capability)
        command = order.command
        if script is not None:
            os.dup2(script, CONTROL, inheritable=True)
            place = "/dev/fd" if os.path.isdir("/dev/fd") else "/proc/self/fd"
            command = command + ["%s/%d" % (place, CONTROL)]
        # Python ignores these two, and a program would inherit that.
        for number in (SIGPIPE, SIGXFSZ) if libc else ():
            libc.signal(number, ctypes.c_void_p(SIG_DFL))
        os.execv(command[0], command)
    except OSError as error:
        os.write(failure, errno.errorcode.get(error.errno, "unknown").encode("ascii"))
    finally:
        os._exit(126)


# The walls.


def enter_namespaces(hide):
    """Returns in the first process of a new number space; the process that called becomes its parent outside."""
    user, group = os.getuid(), os.getgid()
    try:
        unshare(CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS)
    except OSError:
        if user != 0:
            raise
        unshare(CLONE_NEWPID | CLONE_NEWNS)
    else:
        write_text("/proc/self/setgroups", "deny")
        write_text("/proc/self/uid_map", "%d %d 1" % (user, user))
        write_text("/proc/self/gid_map", "%d %d 1" % (group, group))
    end_with_parent()
    first = os.fork()
    if first:
        os.waitpid(first, 0)
        os._exit(0)
    end_with_parent()
    mount("none", "/", None, MS_REC | MS_PRIVATE)
    is_private = succeeds(mount, "proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
    is_hidden = succeeds(cover, hide) if hide == "/" else hide is not None and succeeds(hide_folder, hide)
    return (" hidden" if is_hidden else "") + (" private" if is_private else "")


def cover(folder):
    mount("none", folder, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=64k")


def hide_folder(folder):
    """Covers the session folder, all but the working folder, for this program alone."""
    inside = os.path.join(folder, "workspace")
    workspace = os.open(inside, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    if not os.path.samestat(os.fstat(workspace), os.fstat(WORKSPACE)):
        raise OSError(errno.ESTALE, "the working folder is no longer there")
    cover(folder)
    try:
        os.mkdir(inside)
        mount("/proc/self/fd/%d" % workspace, inside, None, MS_BIND)
        mount("none", folder, None, MS_REMOUNT | MS_RDONLY | MS_NOSUID | MS_NODEV)
    except OSError:
        libc.umount2(os.fsencode(folder), MNT_DETACH)
        raise
    os.chdir(inside)
    blank(WORKSPACE)


def write_text(path, text):
    with open(path, "w") as file:
        file.write(text)


def succeeds(task, *values):
    try:
        task(*values)
        return True
    except OSError:
        return False


def end_with_parent():
    prctl(PR_SET_PDEATHSIG, SIGKILL)


def prctl(option, value):
    return hasattr(libc, "prctl") and libc.prctl(option, int(value), 0, 0, 0) == 0


def unshare(flags):
    if not hasattr(libc, "unshare"):
        raise OSError(errno.ENOSYS, "unshare")
    check(libc.unshare(flags))


def mount(source, target, kind, flags, options=None):
    encoded = [None if each is None else os.fsencode(each) for each in (source, target, kind, options)]
    check(libc.mount(encoded[0], encoded[1], encoded[2], ctypes.c_ulong(flags), encoded[3]))


def check(result):
    if result != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


# The end.


def end(keeper):
    """Ends all that the keeper holds, and returns when nothing of it is left."""
    kill(os.kill, keeper.process)
    if keeper.holds.startswith("ready namespaces"):
        # The first process of the number space ends with the keeper, and the kernel ends all others with the first.
        while reap(0):
            pass
        return
    while True:
        while reap(os.WNOHANG):
            pass
        if keeper.program is not None:
            kill(os.killpg, keeper.program)
        found = descendants()
        if not found:
            return
        for each in found:
            kill(os.kill, each)
        time.sleep(0.001)


def reap(options):
    """Whether a child that had ended was taken note of."""
    try:
        return os.waitpid(-1, options)[0] != 0
    except ChildProcessError:
        return False


def kill(function, target):
    try:
        function(target, SIGKILL)
    except OSError:
        pass  # It has ended already.


def descendants():
    children = {}
    for process, parent in processes():
        children.setdefault(parent, []).append(process)
    found, waiting = [], [os.getpid()]
    while waiting:
        more = children.get(waiting.pop(), [])
        found += more
        waiting += more
    return found


def processes():
    """Pairs of process and parent."""
    if os.path.exists("/proc/self/stat"):
        for name in os.listdir("/proc"):
            if name.isdigit():
                try:
                    with open("/proc/%s/stat" % name, "rb") as file:
                        yield int(name), int(file.read().rpartition(b")")[2].split()[1])
                except OSError:
                    pass  # It has ended meanwhile.
        return
    import subprocess

    listing = subprocess.Popen(["/bin/ps", "-A", "-o", "pid=,ppid="], stdout=subprocess.PIPE)
    text = listing.communicate()[0]
    for line in text.splitlines():
        process, parent = line.split()
        if int(process) != listing.pid:
            yield int(process), int(parent)


if __name__ == "__main__":
    probe() if sys.argv[1:] == ["probe"] else run()
