"""Stands between the harness and one program, so that nothing the program starts outlives its call.

    python3 -I -S monitor.py probe    says which Python this is and what holds a program on this machine
    python3 -I -S monitor.py run      runs one program; descriptor 3 is a socket to the harness, 4 the working folder

The order comes on the socket: a line of JSON, then the bytes of the program, if it has any. The monitor makes
everything ready, answers with a line, and starts the program only when it is told "go". From then on it keeps the
clock itself, and takes the end of the socket for the end of the harness: killed or stopped, the harness is not needed
to end what it has started. The last line says how the program ended, and comes when nothing of it is left.

What holds the program is the strongest of these that the machine allows:
    namespaces   a process number space of its own (Linux): when its first process ends, the kernel ends all others.
                 The program sees neither other processes nor the session folder around its working folder.
    descendants  (Linux) whoever leaves its parent becomes a child of the monitor, and the monitor ends them all.
    group        the process group, and the descendants that can still be traced.
"""

import errno
import json
import os
import select
import signal
import sys
import time

CONTROL, WORKSPACE = 3, 4

CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWPID = 0x00020000, 0x10000000, 0x20000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT = 1, 2, 4, 8, 32
MS_BIND, MS_REC, MS_PRIVATE, MNT_DETACH = 0x1000, 0x4000, 0x40000, 2
PR_SET_PDEATHSIG, PR_CAPBSET_DROP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 24, 36, 38
F_ADD_SEALS, ALL_SEALS = 1033, 15

try:
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
except (ImportError, OSError):
    libc = None


def run():
    order, program = read_order()
    close_above(WORKSPACE)
    os.fchdir(WORKSPACE)
    script = sealed(program) if program else None
    keeper = keep(order, script)
    if keeper is None:
        answer({"status": "not-started", "code": "EACCES"})
        return
    answer({"ready": keeper.holds})
    ending = {"status": "cancelled"}
    if keeper.is_let_go():
        ending = keeper.ending(time.monotonic() + order["limit_ms"] / 1000)
    end_descendants(keeper.program)
    answer(ending)


def probe():
    order = {"command": [sys.executable], "hide": "/"}
    walls = ["namespaces", "descendants"] if sys.platform.startswith("linux") else ["group"]
    kept = [keeper.holds for keeper in (keep(dict(order, by=by), None) for by in walls) if keeper]
    end_descendants(None)
    found = {"version": sys.version_info[:3], "executable": sys.executable, "holds": (kept or [None])[0]}
    print(json.dumps(found))


# The conversation with the harness.


def read_order():
    received = b""
    while b"\n" not in received:
        received += receive()
    line, _, program = received.partition(b"\n")
    order = json.loads(line.decode("utf-8"))
    while len(program) < order["program_bytes"]:
        program += receive()
    return order, program


def receive():
    received = os.read(CONTROL, 65536)
    if not received:
        raise SystemExit(0)
    return received


def answer(message):
    try:
        write_line(CONTROL, message)
    except OSError:
        pass  # The harness has gone. There is nobody to tell.


def write_line(file, message):
    os.write(file, json.dumps(message).encode("utf-8") + b"\n")


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

    def __init__(self, reports, word):
        self.reports, self.word, self.received = reports, word, b""
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
                return {"status": "timeout"}
            if self.reports not in ready:
                return {"status": "cancelled"}
            report = self.report()
            if report is None:
                return {"status": "killed", "signal": "SIGKILL"}
            if "started" not in report:
                return report
            self.program = report["started"]

    def report(self):
        """The keeper's next line. None when it ended without one."""
        while b"\n" not in self.received:
            more = os.read(self.reports, 4096)
            if not more:
                return None
            self.received += more
        line, _, self.received = self.received.partition(b"\n")
        return json.loads(line.decode("utf-8"))


def keep(order, script):
    """A keeper that is ready, behind the walls that the order names. None when the program cannot be started there."""
    if order["by"] != "group" and not prctl(PR_SET_CHILD_SUBREAPER, 1):
        return None
    keeper = fork_keeper(order, script)
    report = keeper.report()
    keeper.holds = report and dict(report, by=order["by"])
    return keeper if report else None


def fork_keeper(order, script):
    reports, tell = os.pipe()
    listen, word = os.pipe()
    monitor = os.getpid()
    if os.fork() == 0:
        try:
            os.close(reports)
            os.close(word)
            blank(CONTROL)
            end_with_parent()
            if os.getppid() == monitor:
                by = order["by"]
                found = enter_namespaces(order["hide"]) if by == "namespaces" else {"hidden": False}
                serve(order["command"], script, tell, listen, found, by)
        except OSError:
            pass  # Without a report, the monitor knows that it did not work.
        finally:
            os._exit(0)
    os.close(tell)
    os.close(listen)
    return Keeper(reports, word)


def serve(command, script, tell, listen, found, by):
    if not os.access(command[0], os.X_OK):
        return
    write_line(tell, found)
    if os.read(listen, 1) != b"g":
        return
    failures, failure = os.pipe()
    program = os.fork()
    if program == 0:
        start(command, script, failure, by)
    os.close(failure)
    code = os.read(failures, 64)
    if code:
        write_line(tell, {"status": "not-started", "code": code.decode("ascii")})
        return
    if by != "namespaces":
        write_line(tell, {"started": program})
    ended = status = None
    while ended != program:
        ended, status = os.wait()
    if os.WIFSIGNALED(status):
        write_line(tell, {"status": "killed", "signal": signal_name(os.WTERMSIG(status))})
    else:
        write_line(tell, {"status": "exited", "exit_code": os.WEXITSTATUS(status)})


def start(command, script, failure, by):
    """Becomes the program: in a session of its own, with no way to more rights, with none of these descriptors."""
    try:
        os.setsid()
        end_with_parent()
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        if by == "namespaces":
            for capability in range(64):
                prctl(PR_CAPBSET_DROP, capability)
        if script is not None:
            os.dup2(script, CONTROL, inheritable=True)
            place = "/dev/fd" if os.path.isdir("/dev/fd") else "/proc/self/fd"
            command = command + ["%s/%d" % (place, CONTROL)]
        for number in (signal.SIGPIPE, getattr(signal, "SIGXFSZ", None)):
            if number is not None:
                signal.signal(number, signal.SIG_DFL)
        os.execv(command[0], command)
    except OSError as error:
        os.write(failure, errno.errorcode.get(error.errno, "unknown").encode("ascii"))
    finally:
        os._exit(126)


def signal_name(number):
    try:
        return signal.Signals(number).name
    except ValueError:
        return "SIG%d" % number


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
    return {"hidden": is_hidden, "private": is_private}


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
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


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


def end_descendants(program):
    """Ends the program's group and every descendant of the monitor, and returns when none is left."""
    while True:
        reap()
        found = descendants()
        for each in found:
            kill(os.kill, each)
        if program is not None:
            kill(os.killpg, program)
        if not found:
            return
        time.sleep(0.001)


def reap():
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def kill(function, target):
    try:
        function(target, signal.SIGKILL)
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
