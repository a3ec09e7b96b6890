"""Walls around a stranger's code: what a process gives up before it runs some.

`enter` works on the process that calls it, and returns what it could not do: an honest list, since
systems differ. On Linux, where the kernel allows it, the process gets

    a network     without any device, not even the loopback
    a file tree   with Python, its libraries and the package, read-only, and one small empty folder
    a process id  in a world of its own, where it sees no other process; all in it end together
    no rights     those of `nobody` if it was started by root, none to gain them back

and everywhere but on Windows limits on processor time, files, processes and (not on macOS) memory;
on Linux, calls that would get around them are refused, see `calls`.
Without the walls a submission can do whatever the person may do who holds the tournament. With them
it can still use the processor until its time is up, and who breaks the kernel's own walls is out.
"""

import contextlib
import ctypes
import os
import signal
import sys
from pathlib import Path

from tttlearn.classroom import calls

try:  # now, since nobody may not be allowed to read it later
    import resource
except ImportError:
    resource = None

NEW_MOUNTS, NEW_IPC, NEW_USER, NEW_PIDS, NEW_NET = (
    0x20000,
    0x8000000,
    0x10000000,
    0x20000000,
    1 << 30,
)
READ_ONLY, NO_SETUID, NO_DEVICES, BIND, RECURSIVE, PRIVATE = 1, 2, 4, 4096, 16384, 1 << 18
MOUNT_SETATTR, HERE, SUBTREE = 442, -100, 0x8000  # the same number on every kind of processor
NO_NEW_RIGHTS, CAPABILITIES = 38, 0x20080522
NOBODY = 65534
LIBRARIES = (
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/lib",
    "/lib64",
    "/nix/store",
    "/dev/null",
)
WALLS = ("the network", "other files", "other processes")
"""What Linux walls off; all three at once or, where the kernel says no, none."""


def enter(folder, limits, visible):
    """Wall this process in, with `folder` to work in; returns what could not be done, as texts.

    `visible`: the folders that Python needs. The process that called may not be the one that
    returns: that is a child, which ends when the caller is told to by SIGTERM, or ends.
    """
    missing = []
    try:
        _leave_the_world(folder, visible, limits["file_bytes"])
    except (OSError, AttributeError) as error:
        missing += [f"{wall} ({error})" for wall in WALLS]
        missing += _work_in(folder)
    return missing + _set_limits(limits) + calls.refuse()


def _work_in(folder):
    """Without walls: only leave for the folder, and stop being root, whom no limit would hold."""
    os.chmod(folder, 0o777)
    os.chdir(folder)
    try:
        if hasattr(os, "getuid") and os.getuid() == 0:
            _become_nobody()
    except OSError as error:
        return [f"the rights of root, to start processes, too ({error})"]
    return []


def _become_nobody():
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)


def _leave_the_world(folder, visible, size):
    if sys.platform != "linux":
        raise OSError(f"no walls on {sys.platform}")
    libc = ctypes.CDLL(None, use_errno=True)
    as_root = os.getuid() == 0
    user, group = os.getuid(), os.getgid()
    worlds = NEW_MOUNTS | NEW_IPC | NEW_PIDS | NEW_NET | (0 if as_root else NEW_USER)
    _try_first(libc, worlds)
    _call(libc.unshare, worlds)
    if not as_root:
        Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1", encoding="ascii")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1", encoding="ascii")
    _continue_in_child()
    _change_root(libc, folder, visible, size)
    _give_up_rights(libc, as_root)


def _try_first(libc, worlds):
    """OSError if the kernel refuses: found out in a child, which leaves this process as it is."""
    child = os.fork()
    if not child:
        refused = 1
        with contextlib.suppress(OSError):
            _call(libc.unshare, worlds)
            if worlds & NEW_USER:  # some kernels grant the world, but no right in it
                Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
            _mount(libc, None, "/", PRIVATE | RECURSIVE)
            refused = 0
        os._exit(refused)
    if os.waitpid(child, 0)[1]:
        raise OSError("this kernel refuses them")


def _continue_in_child():
    """Fork: the child, first process of its world, returns; its parent waits, and takes it along.

    The child cannot see its parent, and cannot leave: when it ends, all in its world end.
    """
    child = os.fork()
    if not child:
        return
    with contextlib.suppress(ProcessLookupError):
        signal.signal(signal.SIGTERM, lambda *_: os.kill(child, signal.SIGKILL))
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # also when the tournament is killed
        # The pipes are the child's alone: they must close when it ends.
        os.closerange(0, 64)
        os.waitpid(child, 0)
    os._exit(0)


def _change_root(libc, folder, visible, size):
    """Make a file tree of what is visible, read-only, and a small folder; and make it the root."""
    root = str(folder)
    _mount(libc, None, "/", PRIVATE | RECURSIVE)
    _mount(libc, "tmpfs", root, NO_SETUID | NO_DEVICES, "size=1m,mode=755")
    for source in (*LIBRARIES, *visible):
        if os.path.exists(source):
            _show(libc, source, root + source)
    os.mkdir(f"{root}/home")
    attributes = (ctypes.c_uint64 * 4)(READ_ONLY | NO_SETUID, 0, 0, 0)
    _call(libc.syscall, MOUNT_SETATTR, HERE, root.encode(), SUBTREE, attributes, 32)
    options = f"size={size},nr_inodes=1000,mode=777"
    _mount(libc, "tmpfs", f"{root}/home", NO_SETUID | NO_DEVICES, options)
    os.chroot(root)
    os.chdir("/home")


def _show(libc, source, place):
    """Let `place` in the new tree be the file or folder `source`."""
    if os.path.isdir(source):
        os.makedirs(place, mode=0o755, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(place), mode=0o755, exist_ok=True)
        Path(place).touch()
    _mount(libc, source, place, BIND | RECURSIVE)


def _give_up_rights(libc, as_root):
    if as_root:
        _become_nobody()
    none = (ctypes.c_uint32 * 6)()
    _call(libc.capset, (ctypes.c_uint32 * 2)(CAPABILITIES, 0), none)
    _call(libc.prctl, NO_NEW_RIGHTS, 1, 0, 0, 0)


def _mount(libc, source, place, flags, options=None):
    kind = b"tmpfs" if source == "tmpfs" else None
    named = [text and text.encode() for text in (source, place)]
    _call(libc.mount, *named, kind, ctypes.c_ulong(flags), options and options.encode())


def _call(function, *arguments):
    """Call a function of the C library; OSError with the system's reason when it fails."""
    if function(*arguments) == -1:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


def _set_limits(limits):
    """Set what limits there are; returns those that this system has not, as texts."""
    if resource is None:
        return ["memory, processor time and the number of processes (no limits on this system)"]
    wanted = {
        "RLIMIT_AS": ("memory", limits["memory_bytes"]),
        "RLIMIT_CPU": ("processor time", limits["cpu_seconds"]),
        "RLIMIT_FSIZE": ("the size of files", limits["file_bytes"]),
        "RLIMIT_NOFILE": ("open files", 64),
        "RLIMIT_CORE": ("core dumps", 0),
        "RLIMIT_NPROC": ("starting processes", 0),
    }
    missing = ["memory (macOS has a limit, and does not keep it)"] * (sys.platform == "darwin")
    for name, (what, most) in wanted.items():
        try:
            resource.setrlimit(getattr(resource, name), (most, most))
        except (AttributeError, ValueError, OSError) as error:
            missing.append(f"{what} ({error})")
    return missing
